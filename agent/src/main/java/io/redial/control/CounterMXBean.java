package io.redial.control;

/** One counter, which only grows. Thread-safe. */
public interface CounterMXBean {

  /**
   * The host without the quotes that surround it in the bean's name, which some exporters would
   * keep.
   */
  @Description("The host as scheme://host:port, or other for all that have no bean of their own.")
  String getHost();

  @Description("Since the start.")
  long getCount();
}

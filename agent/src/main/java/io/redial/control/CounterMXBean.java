package io.redial.control;

/** One counter, which only grows. Thread-safe. */
public interface CounterMXBean {

  /** For exporters that take the bean's name with the quotes that it needs there. */
  @Description("The host as scheme://host:port, or other for all that have no bean of their own.")
  String getHost();

  @Description("Since the start.")
  long getCount();
}

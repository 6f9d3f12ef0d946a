package io.redial.control;

/**
 * How long the calls to a host have waited for their retries. Both numbers only grow. Thread-safe.
 */
public interface RetryDelayMXBean {

  /**
   * The host without the quotes that surround it in the bean's name, which some exporters would
   * keep.
   */
  @Description("The host as scheme://host:port, or other for all that have no bean of their own.")
  String getHost();

  @Description("Waits for a retry since the start that are over.")
  long getCount();

  @Description("Milliseconds that these waits took, in all.")
  long getTotalMillis();
}

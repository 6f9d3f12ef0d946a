package io.redial.control;

/**
 * How long the calls to a host have waited for their retries. Both numbers only grow. Thread-safe.
 */
public interface RetryDelayMXBean extends CounterMXBean {

  @Override
  @Description("Waits for a retry since the start that are over.")
  long getCount();

  @Description("Milliseconds that these waits took, in all.")
  long getTotalMillis();
}

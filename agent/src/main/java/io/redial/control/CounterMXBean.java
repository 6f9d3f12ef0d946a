package io.redial.control;

/** One counter, which only grows. Thread-safe. */
public interface CounterMXBean {

  @Description("Since the start.")
  long getCount();
}

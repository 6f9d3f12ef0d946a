package io.redial.call;

/** What a resumed body adds to the terms of the calls for its rest (rule 10.7). */
interface StreamTerms {
  /**
   * Returns the least wait before the next request in nanoseconds, whatever the backoff says; 0 for
   * none.
   */
  long leastWaitNanos();

  /**
   * Called when a call has found the rest. The stream decides when the count of its backoff ends.
   */
  void found();
}

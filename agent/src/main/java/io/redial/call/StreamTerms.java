package io.redial.call;

/** What a body that goes on adds to the terms of the calls for its rest (rule 10.7). */
interface StreamTerms {
  /** The least wait before the next request, whatever the backoff says; 0 for none. */
  long leastWaitNanos();

  /** A call has found the rest. It is for the stream to end the count of its backoff. */
  void found();
}

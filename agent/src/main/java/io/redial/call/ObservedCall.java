package io.redial.call;

import io.redial.policy.NoRetryReason;
import io.redial.policy.RetryPolicy;

/** A call in progress, as those see it who log, count, hurry or end it. Thread-safe. */
public interface ObservedCall {

  /**
   * A number that tells it from all other calls of this process, from 1. It is given when the call
   * is first asked for it: one that succeeds on the first attempt has none.
   */
  long number();

  /** The application's request. */
  OutgoingRequest request();

  /** The policy that the call started with; it keeps it (rule 11.1 aside). */
  RetryPolicy policy();

  /**
   * The application's client; null once the call is over, of which the client may have left a trace
   * in objects that the application keeps, its request for example.
   */
  Object client();

  /** Scheme, host and port. */
  String hostName();

  /** When the call began, in the clock's monotonic nanoseconds. */
  long startNanos();

  /** How many attempts were begun. */
  int attempts();

  /** Whether a thread waits for its outcome in the client's method, also while an attempt runs. */
  boolean isBlocking();

  /** Why the options of this moment keep the call from any retry, or null (rule 11.1). */
  NoRetryReason switchedOff();
}

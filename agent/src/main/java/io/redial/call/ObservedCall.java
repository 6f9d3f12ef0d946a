package io.redial.call;

import io.redial.policy.NoRetryReason;
import io.redial.policy.RetryPolicy;

/**
 * A call in progress, as it appears to those that log it, count it, or hurry or end its waits.
 * Thread-safe.
 */
public interface ObservedCall {

  /**
   * Returns the number that distinguishes the call from all others of this process, counted from 1.
   * It is assigned when it is first asked for, so a call that succeeds on the first attempt has
   * none.
   */
  long number();

  /** Returns the application's request. */
  OutgoingRequest request();

  /** Returns the policy that the call started with. The call keeps it (rule 11.1 aside). */
  RetryPolicy policy();

  /**
   * Returns the application's client. It is null once the call is over, because the client may have
   * left a reference to the call in objects that the application keeps, such as its request.
   */
  Object client();

  /** Returns the scheme, host and port. */
  String hostName();

  /** Returns when the call began, in the clock's monotonic nanoseconds. */
  long startNanos();

  /** Returns how many attempts were begun. */
  int attempts();

  /**
   * Returns whether a thread waits in the client's method for the outcome, also while an attempt is
   * under way.
   */
  boolean isBlocking();

  /** Returns why the current options prevent any retry of the call, or null (rule 11.1). */
  NoRetryReason switchedOff();
}

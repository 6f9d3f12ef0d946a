package io.redial.call;

import io.redial.kernel.FaultLog;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.NoRetryReason;

/**
 * Is notified of calls that do not succeed on the first attempt. It is called on threads of the
 * application, its clients and Redial, so implementations must be thread-safe and quick. Their
 * exceptions do not reach the call.
 */
public interface CallListener extends FaultLog {

  /** Called when an attempt has ended and the call now waits for the next one. */
  void waiting(ObservedCall call, AttemptRecord attempt, Decision decision);

  /**
   * Called when a wait is over, whatever ended it. Whether an attempt follows is reported
   * afterwards.
   *
   * @param nanos the time from the decision to retry until now
   */
  void waited(ObservedCall call, long nanos);

  /** Called when the wait is over and the next attempt begins. */
  void retried(ObservedCall call, Decision decision);

  /** Called when an attempt has ended that could have been retried but is not. */
  void refused(ObservedCall call, AttemptRecord attempt, NoRetryReason refusal);

  /**
   * Called when an attempt has failed in a way that no rule of the policy covers.
   *
   * @param failure the kind that it was classified as; null if it is the failure of a nested call,
   *     which has had its own retries (rule 7.2)
   */
  default void notCovered(ObservedCall call, int attempt, Throwable thrown, Failure failure) {}

  /**
   * Called when a call that was retried, or that waited for a retry, has ended, successfully or
   * not.
   *
   * @param attempt the last attempt
   */
  void ended(ObservedCall call, AttemptRecord attempt);

  /**
   * Called when a call is over of which an attempt could have been retried (rule 11.4), whether or
   * not it was. Not called for requests for the rest of a body.
   *
   * @param saved true if a retry has succeeded, false if the call has failed for good
   */
  default void settled(ObservedCall call, boolean saved) {}
}

package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.NoRetryReason;

/**
 * Learns of calls that do not succeed on the first attempt. It is called on threads of the
 * application and its clients, so implementations are thread-safe and quick. Exceptions are
 * swallowed.
 */
public interface CallListener {

  /** An attempt ended, and the call now waits for the next one. */
  void waiting(ObservedCall call, AttemptRecord attempt, Decision decision);

  /**
   * A wait is over, whatever ended it; whether an attempt follows is told afterwards.
   *
   * @param nanos the time from the decision to retry until now
   */
  void waited(ObservedCall call, long nanos);

  /** The wait is over and the next attempt begins. */
  void retried(ObservedCall call, Decision decision);

  /** An attempt ended that could have been retried, and is not. */
  void refused(ObservedCall call, AttemptRecord attempt, NoRetryReason refusal);

  /**
   * A call that was retried, or waited for that, has ended, successfully or not; {@code attempt} is
   * the last one.
   */
  void ended(ObservedCall call, AttemptRecord attempt);

  /** Something inside Redial failed; the application saw nothing of it (rule 1.4). */
  void fault(String where, Throwable thrown);
}

package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.Refusal;

/**
 * Learns what happens to calls that do not simply succeed. Called on the threads of the application
 * and its clients: implementations are thread-safe and quick. What they throw is swallowed.
 */
public interface CallListener {

  /** An attempt ended, and the call now waits for the next one. */
  void waiting(Call call, AttemptRecord attempt, Decision decision);

  /** The wait is over and the next attempt begins. */
  void retried(Call call, Decision decision);

  /** An attempt ended, a retry was thought of and is not made. */
  void refused(Call call, AttemptRecord attempt, Refusal refusal);

  /** A call that was retried ended, well or not; {@code attempt} is the last one. */
  void ended(Call call, AttemptRecord attempt);

  /** Something inside Redial failed; the application saw nothing of it (rule 1.4). */
  void fault(String where, Throwable thrown);
}

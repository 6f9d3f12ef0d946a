package io.redial.call;

import io.redial.policy.Failure;
import io.redial.policy.Outcome;

/**
 * Decides which responses the application gets only with the first byte of their body (rule 10.6).
 * Stateless.
 */
public final class FirstByte {
  private static final Outcome LOST = Outcome.failure(Failure.CONNECTION_ERROR);

  private FirstByte() {}

  /**
   * Returns whether a response is held back. That is the case only if another attempt can follow
   * when its connection is lost now, because otherwise nothing is gained. Called after {@link
   * Attempt#head}.
   *
   * @param length the length of the body; negative if it is unknown
   * @param redirected whether the client followed a redirect on the way
   */
  public static boolean isAwaited(Attempt attempt, int status, long length, boolean redirected) {
    Call call = attempt.call();
    return length != 0
        && hasBody(call, status)
        && attempt.mayStillRetry()
        && call.mayBeRetried()
        && call.canRetry()
        && !call.isAborted()
        && !call.isClosing()
        && call.remainingNanos() > 0
        && call.request().repeatable()
        && RetryOutlook.covers(call, LOST, redirected);
  }

  private static boolean hasBody(Call call, int status) {
    return status >= 200
        && status != 204
        && status != 304
        && !call.request().method().equals("HEAD");
  }

  /**
   * Returns whether a failure before the first byte ends the attempt. Any other failure reaches the
   * application's reader, as without Redial.
   */
  public static boolean endsAttempt(Attempt attempt, Failure failure, boolean redirected) {
    return RetryOutlook.covers(attempt.call(), Outcome.failure(failure), redirected);
  }
}

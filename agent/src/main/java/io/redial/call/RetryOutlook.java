package io.redial.call;

import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.Outcome;
import io.redial.policy.RetryPolicy;

/**
 * What would follow from an outcome that is not there yet, or that a client's own layer has seen
 * first. Nothing is reserved or decided. Thread-safe.
 */
public final class RetryOutlook {
  private RetryOutlook() {}

  /**
   * Returns whether the client's own retry layer has to leave an outcome of the attempt under way
   * to Redial (rule 7.1).
   */
  public static boolean covers(Call call, Outcome outcome) {
    return policyCovers(call, outcome) // First, because it is not so for a healthy response.
        && !call.deferred()
        && call.switchedOff() == null
        && call.limits().hasBackoff();
  }

  /**
   * Returns the same.
   *
   * @param redirected whether the client followed a redirect on the way
   */
  public static boolean covers(Call call, Outcome outcome, boolean redirected) {
    return covers(call, redirected ? outcome.afterRedirect() : outcome);
  }

  /**
   * Returns whether the policy covers an outcome (rule 7.1), even if it cannot act at this moment.
   */
  public static boolean policyCovers(Call call, Outcome outcome) {
    return call.policy().covers(call.request(), outcome, call.clock());
  }

  /**
   * Returns whether another attempt can follow if the connection breaks now. If so, the rest of the
   * request body has to be copied from its source.
   */
  public static boolean canResend(Call call) {
    return !call.isAborted()
        && call.canRetry()
        && call.remainingNanos() > 0
        && !call.isClosing()
        && covers(call, Outcome.failure(Failure.CONNECTION_ERROR))
        && (call.policy().perTryTimeoutNanos() == RetryPolicy.UNLIMITED
            || covers(call, Outcome.failure(Failure.TIMEOUT)));
  }

  /**
   * Returns whether to close a response's connection instead of keeping it, as far as can be told
   * before the retry is decided: true if the response will be given up on and the next attempt must
   * not be risked on this connection (rule 8.3).
   */
  public static boolean dropsConnection(Call call, int status, HeaderFields headers) {
    return call.policy().concerns(status)
        && call.canRetry()
        && call.attempts() <= call.policy().maxRetries()
        && !call.keepsConnection()
        && call.request().repeatable()
        && call.remainingNanos() > 0
        && covers(call, Outcome.response(status, headers));
  }
}

package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.RetryOutlook;
import io.redial.policy.Outcome;
import java.io.IOException;
import org.apache.http.HttpResponse;

/**
 * Decides whether the client's own retry layer stands back for an outcome of an attempt (rule 7.1).
 */
final class RetryLayer {
  private RetryLayer() {}

  static boolean standsBack(Attempt attempt, HttpResponse response) {
    if (attempt.call().resumesBody()) {
      return true;
    }
    try {
      int status = response.getStatusLine().getStatusCode();
      return standsBack(attempt, Outcome.response(status, new Apache4Headers(response)));
    } catch (Throwable fault) {
      attempt.call().fault("coverage", fault);
      return false;
    }
  }

  static boolean standsBack(Attempt attempt, IOException thrown) {
    if (attempt instanceof ClassicAttempt && ((ClassicAttempt) attempt).isStopped()) {
      return true; // Redial ended the attempt, which caused this exception.
    }
    if (attempt.call().resumesBody()) {
      return true;
    }
    try {
      return standsBack(
          attempt,
          Outcome.failure(
              attempt instanceof ClassicAttempt
                  ? ((ClassicAttempt) attempt).classify(thrown)
                  : Apache4Failures.classify(thrown)));
    } catch (Throwable fault) {
      attempt.call().fault("coverage", fault);
      return false;
    }
  }

  /**
   * Called when the client does not retry. It may now throw another exception in the place of this
   * one (rule 7.2).
   */
  static void passes(Attempt attempt, IOException thrown) {
    try {
      attempt.passes(thrown);
    } catch (Throwable fault) {
      attempt.call().fault("Apache HttpClient 4 retries", fault);
    }
  }

  private static boolean standsBack(Attempt attempt, Outcome outcome) {
    boolean redirected =
        attempt instanceof ClassicAttempt && ((ClassicAttempt) attempt).isRedirected();
    return RetryOutlook.covers(attempt.call(), redirected ? outcome.afterRedirect() : outcome);
  }
}

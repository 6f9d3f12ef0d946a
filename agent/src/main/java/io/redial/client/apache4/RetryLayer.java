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
    int status = response.getStatusLine().getStatusCode();
    return standsBack(attempt, Outcome.response(status, new Apache4Headers(response)));
  }

  static boolean standsBack(Attempt attempt, IOException thrown) {
    if (attempt.call().resumesBody()) {
      return true;
    }
    if (!(attempt instanceof ClassicAttempt)) {
      return standsBack(attempt, Outcome.failure(Apache4Failures.classify(thrown)));
    }
    ClassicAttempt sent = (ClassicAttempt) attempt;
    return sent.isStopped() // Redial ended the attempt, which caused this exception.
        || standsBack(sent, Outcome.failure(sent.classify(thrown)));
  }

  private static boolean standsBack(Attempt attempt, Outcome outcome) {
    boolean redirected =
        attempt instanceof ClassicAttempt && ((ClassicAttempt) attempt).isRedirected();
    return RetryOutlook.covers(attempt.call(), outcome, redirected);
  }
}

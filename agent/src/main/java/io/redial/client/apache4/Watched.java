package io.redial.client.apache4;

import io.redial.call.PassiveAttempt;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.StatusLine;
import org.apache.http.client.HttpClient;
import org.apache.http.protocol.HttpContext;

/**
 * A passive call: the client gets the application's own objects, and Redial only looks at the
 * outcome (rule 1.5).
 */
final class Watched {
  private Watched() {}

  /** Makes the call; returns the client's response, or null and what it threw. */
  static Object[] execute(
      PassiveAttempt attempt,
      HttpClient client,
      HttpHost target,
      HttpRequest request,
      HttpContext context) {
    Redirects redirects = context == null ? null : new Redirects(context);
    if (redirects != null) {
      redirects.begin(request, request);
    }
    Object[] answer = new AttemptScope(attempt, client, request).answer(target, context);
    try {
      if (answer.length == 1) {
        lookAt((HttpResponse) answer[0], attempt, redirects);
      } else {
        Throwable thrown = (Throwable) answer[1];
        attempt.threw(
            thrown, Apache4Failures.classify(thrown), redirects != null && redirects.followed());
      }
    } catch (Throwable fault) {
      attempt.call().fault("Apache HttpClient 4 passive call", fault);
    }
    return answer;
  }

  private static void lookAt(HttpResponse response, PassiveAttempt attempt, Redirects redirects) {
    try {
      StatusLine line = response == null ? null : response.getStatusLine();
      if (line == null) {
        attempt.endedUnseen();
        return;
      }
      attempt.responded(
          line.getStatusCode(),
          new Apache4Headers(response),
          redirects != null && redirects.followed());
      if (attempt.decision().isRefused() && RetryLayer.standsBack(attempt, response)) {
        LastExhaustedResponse.note(response);
      }
    } catch (RuntimeException ofAMock) {
      attempt.endedUnseen();
    }
  }
}

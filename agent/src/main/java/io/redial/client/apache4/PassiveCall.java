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
final class PassiveCall {
  private PassiveCall() {}

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
    new AttemptScope(attempt, client, request).execute(target, context);
    if (attempt.failure() == null) {
      lookAt((HttpResponse) attempt.response(), attempt, redirects);
    } else {
      attempt.threw(
          attempt.failure(),
          Apache4Failures.classify(attempt.failure()),
          redirects != null && redirects.followed());
    }
    return attempt.answer();
  }

  private static void lookAt(HttpResponse response, PassiveAttempt attempt, Redirects redirects) {
    try {
      StatusLine line = response == null ? null : response.getStatusLine();
      if (line == null) {
        attempt.finish();
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
      attempt.finish();
    }
  }
}

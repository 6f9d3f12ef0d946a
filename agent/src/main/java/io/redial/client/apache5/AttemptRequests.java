package io.redial.client.apache5;

import io.redial.policy.RetryPolicy;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.http.HttpRequest;

/**
 * What the attempts of an asynchronous call send: the application's own request, which
 * interceptors, exec chain handlers and route planners know by its class, unless a header field has
 * to be added (rule 1.1). Used by one thread at a time.
 */
final class AttemptRequests {
  private final HttpRequest original;

  /**
   * As the application made it. Minimal clients write header fields into what they send, and refuse
   * to send the result.
   */
  private final HttpRequest untouched;

  private int attempts;

  AttemptRequests(CloseableHttpAsyncClient client, HttpRequest original) {
    this.original = original;
    this.untouched = isMinimal(client) ? new CopiedRequest(original) : null;
  }

  private static boolean isMinimal(CloseableHttpAsyncClient client) {
    return client.getClass().getName().contains(".Minimal");
  }

  /** For the next attempt. */
  HttpRequest next(RetryPolicy policy) {
    attempts++;
    if (policy.addsHeaders()) {
      CopiedRequest request = copy();
      policy.addHeaders(attempts, request::setHeader);
      return request;
    }
    return attempts == 1 || untouched == null ? original : copy();
  }

  private CopiedRequest copy() {
    return new CopiedRequest(untouched != null ? untouched : original);
  }
}

package io.redial.client.apache5;

import io.redial.policy.RetryPolicy;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.http.HttpRequest;

/**
 * The requests of the attempts of an asynchronous call. Each is the application's own request,
 * whose class interceptors, exec chain handlers and route planners may know, unless a header field
 * must be added or the path changed (rule 1.1). Used by one thread at a time.
 */
final class AttemptRequests {
  private final HttpRequest original;

  /**
   * A copy from before the client wrote to the request; null for a client that does not write to
   * it. Minimal clients write header fields into the request and then refuse to send it a second
   * time.
   */
  private final HttpRequest untouched;

  /** The path of every attempt, to request more than the application does; null for its own. */
  String path;

  private int attempts;

  AttemptRequests(CloseableHttpAsyncClient client, HttpRequest original) {
    this.original = original;
    this.untouched = isMinimal(client) ? new CopiedRequest(original) : null;
  }

  /** Whether a client has no chain. */
  static boolean isMinimal(CloseableHttpAsyncClient client) {
    return client.getClass().getName().contains(".Minimal");
  }

  /** Returns the request for the next attempt. */
  HttpRequest next(RetryPolicy policy) {
    attempts++;
    if (policy.addsHeaders() || path != null) {
      CopiedRequest request = copy();
      if (path != null) {
        request.setPath(path);
      }
      policy.addHeaders(attempts, request::setHeader);
      return request;
    }
    return attempts == 1 || untouched == null ? original : copy();
  }

  /** Returns a copy of what the application sends. */
  CopiedRequest copy() {
    return new CopiedRequest(untouched != null ? untouched : original);
  }
}

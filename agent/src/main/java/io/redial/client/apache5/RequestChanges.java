package io.redial.client.apache5;

import io.redial.policy.RetryPolicy;
import org.apache.hc.core5.http.ClassicHttpRequest;

/** How the request that a blocking attempt sends differs from the application's. */
final class RequestChanges {
  private final RetryPolicy policy;
  private final CopiedEntity body;

  private RequestChanges(RetryPolicy policy, CopiedEntity body) {
    this.policy = policy;
    this.body = body;
  }

  /**
   * The changes, or null if there are none.
   *
   * @param body what is sent in place of the application's entity, or null
   */
  static RequestChanges of(RetryPolicy policy, CopiedEntity body) {
    return body == null && !policy.addsHeaders() ? null : new RequestChanges(policy, body);
  }

  /**
   * Applies them.
   *
   * @param request a copy that the application does not see
   * @param number the attempt's
   */
  void applyTo(ClassicHttpRequest request, int number) {
    if (body != null) {
      request.setEntity(body);
    }
    policy.addHeaders(number, request::setHeader);
  }
}

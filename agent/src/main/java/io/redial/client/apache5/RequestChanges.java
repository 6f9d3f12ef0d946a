package io.redial.client.apache5;

import io.redial.policy.RetryPolicy;
import io.redial.policy.stream.StreamPlans;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;

/** How the request that a blocking attempt sends differs from the application's. */
final class RequestChanges {
  private final RetryPolicy policy;
  private final CopiedEntity body;
  private final String path;

  private RequestChanges(RetryPolicy policy, CopiedEntity body, String path) {
    this.policy = policy;
    this.body = body;
    this.path = path;
  }

  /**
   * Returns the changes, or null if there are none.
   *
   * @param body what is sent in place of the application's entity, or null
   * @param path where the request goes in place of the application's path, or null
   */
  static RequestChanges of(RetryPolicy policy, CopiedEntity body, String path) {
    return body == null && path == null && !policy.addsHeaders()
        ? null
        : new RequestChanges(policy, body, path);
  }

  /**
   * Returns where a request without a body has to go so that its response can be resumed, or null
   * if that is where the application sends it.
   */
  @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // StreamPlans returns the same object.
  static String path(RetryPolicy policy, HttpRequest original, HttpHost target) {
    if (policy.resume().isEmpty()) {
      return null;
    }
    String before = original.getPath();
    String path =
        StreamPlans.firstTarget(policy.resume(), new Apache5Request(original, target), before);
    return path == before ? null : path;
  }

  /** Where the request goes in place of the application's path, or null. */
  String path() {
    return path;
  }

  /**
   * Applies the changes.
   *
   * @param request a copy that the application does not see
   * @param number the number of the attempt
   */
  void applyTo(ClassicHttpRequest request, int number) {
    if (body != null) {
      request.setEntity(body);
    }
    if (path != null) {
      request.setPath(path);
    }
    policy.addHeaders(number, request::setHeader);
  }
}

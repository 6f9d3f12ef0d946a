package io.redial.client.jdk;

import io.redial.call.OutgoingRequest;
import io.redial.kernel.ReplayableBody;
import io.redial.policy.HeaderFields;
import java.net.URI;
import java.net.http.HttpRequest;

/** The application's request as the policy sees it. */
final class JdkRequest implements OutgoingRequest {
  private final HttpRequest request;
  private final URI uri;
  private final CallCompletion call;
  private ReplayableBody body;

  JdkRequest(HttpRequest request, CallCompletion call) {
    this.request = request;
    this.call = call;
    this.uri = request.uri();
  }

  /** Returns the call that the request belongs to. */
  CallCompletion call() {
    return call;
  }

  void copiedBy(ReplayableBody copy) {
    body = copy;
  }

  @Override
  public String method() {
    return request.method();
  }

  @Override
  public String query() {
    return uri.getRawQuery();
  }

  @Override
  public HeaderFields headers() {
    return new JdkHeaders(request.headers());
  }

  @Override
  public boolean repeatable() {
    return body == null || body.repeatable();
  }

  @Override
  public String scheme() {
    return uri.getScheme();
  }

  @Override
  public String host() {
    return uri.getHost();
  }

  @Override
  public int port() {
    return uri.getPort();
  }

  @Override
  public String path() {
    return uri.getRawPath();
  }
}

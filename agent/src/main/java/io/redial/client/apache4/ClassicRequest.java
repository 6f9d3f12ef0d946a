package io.redial.client.apache4;

import io.redial.call.OutgoingRequest;
import io.redial.policy.HeaderFields;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;

/** The application's request as the policy sees it. */
final class ClassicRequest implements OutgoingRequest {
  private final HttpHost target;
  private final HttpRequest request;
  private final String method;
  private RequestBody body;

  ClassicRequest(HttpHost target, HttpRequest request) {
    this.target = target;
    this.request = request;
    this.method = RequestTarget.method(request);
  }

  /** The view, or null if the arguments do not tell where the request goes. */
  static ClassicRequest of(HttpHost target, HttpRequest request) {
    HttpHost host = RequestTarget.host(target, request);
    return host == null ? null : new ClassicRequest(host, request);
  }

  void sentWith(RequestBody itsBody) {
    body = itsBody;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public HeaderFields headers() {
    return new Apache4Headers(request);
  }

  @Override
  public boolean repeatable() {
    return body == null || body.repeatable();
  }

  @Override
  public String scheme() {
    return target.getSchemeName();
  }

  @Override
  public String host() {
    return target.getHostName();
  }

  @Override
  public int port() {
    return target.getPort();
  }

  @Override
  public String path() {
    return RequestTarget.path(request);
  }
}

package io.redial.client.apache4;

import io.redial.call.OutgoingRequest;
import io.redial.client.apache4.RequestTarget.Rewriting;
import io.redial.policy.HeaderFields;
import java.util.function.BooleanSupplier;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;

/** The application's request as the policy sees it. */
final class RequestView implements OutgoingRequest {
  final HttpHost target;
  final HttpRequest request;
  private final String method;
  private final Rewriting rewriting;
  private BooleanSupplier repeatable;

  RequestView(HttpHost target, HttpRequest request, Rewriting rewriting) {
    this.target = target;
    this.request = request;
    this.rewriting = rewriting;
    this.method = RequestTarget.method(request);
  }

  /**
   * Returns the view, or null if the arguments do not say where the request goes.
   *
   * @param rewriting what the client does to the path
   */
  static RequestView of(HttpHost target, HttpRequest request, Rewriting rewriting) {
    HttpHost host = RequestTarget.host(target, request);
    return host == null ? null : new RequestView(host, request, rewriting);
  }

  /**
   * Sets the condition under which the body can be sent again. Without one, the client itself can
   * repeat the body.
   */
  void repeatableIf(BooleanSupplier condition) {
    repeatable = condition;
  }

  boolean hasBody() {
    return RequestTarget.entity(request) != null;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String query() {
    return RequestTarget.query(request);
  }

  @Override
  public HeaderFields headers() {
    return new Apache4Headers(request);
  }

  @Override
  public boolean repeatable() {
    return repeatable == null || repeatable.getAsBoolean();
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

  @Override
  public String otherPath() {
    return RequestTarget.rewrittenPath(request, rewriting);
  }
}

package io.redial.client.jdk;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;

/**
 * A request that differs from another one in body, timeout, URI or header fields. Not thread-safe
 * while it is being built.
 */
final class RequestView extends HttpRequest {
  private final HttpRequest request;
  Optional<BodyPublisher> body;
  Optional<Duration> timeout;
  HttpHeaders headers;
  URI uri;

  RequestView(HttpRequest request) {
    this.request = request;
    this.body = request.bodyPublisher();
    this.timeout = request.timeout();
    this.headers = request.headers();
    this.uri = request.uri();
  }

  /**
   * Returns the client's own request after a redirect, which carries the copy's body and timeout,
   * with those of the application's request.
   */
  static RequestView of(HttpRequest redirected, HttpRequest original, HttpRequest copy) {
    RequestView view = new RequestView(redirected);
    view.timeout = original.timeout();
    if (view.body.isPresent() && view.body.equals(copy.bodyPublisher())) {
      view.body = original.bodyPublisher();
    }
    return view;
  }

  @Override
  public Optional<BodyPublisher> bodyPublisher() {
    return body;
  }

  @Override
  public String method() {
    return request.method();
  }

  @Override
  public Optional<Duration> timeout() {
    return timeout;
  }

  @Override
  public boolean expectContinue() {
    return request.expectContinue();
  }

  @Override
  public URI uri() {
    return uri;
  }

  @Override
  public Optional<HttpClient.Version> version() {
    return request.version();
  }

  @Override
  public HttpHeaders headers() {
    return headers;
  }

  @Override
  public String toString() {
    return uri.equals(request.uri()) ? request.toString() : uri + " " + request.method();
  }
}

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
  private Optional<BodyPublisher> body;
  private Optional<Duration> timeout;
  private HttpHeaders headers;
  private URI uri;

  RequestView(HttpRequest request) {
    this.request = request;
    this.body = request.bodyPublisher();
    this.timeout = request.timeout();
    this.headers = request.headers();
    this.uri = request.uri();
  }

  RequestView withBody(BodyPublisher publisher) {
    body = Optional.of(publisher);
    return this;
  }

  /** Shows the original's body in place of the other request's body. */
  RequestView withBodyOf(HttpRequest original, HttpRequest other) {
    if (body.isPresent() && body.equals(other.bodyPublisher())) {
      body = original.bodyPublisher();
    }
    return this;
  }

  RequestView withTimeout(Optional<Duration> duration) {
    timeout = duration;
    return this;
  }

  RequestView withHeaders(HttpHeaders fields) {
    headers = fields;
    return this;
  }

  RequestView withUri(URI another) {
    uri = another;
    return this;
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

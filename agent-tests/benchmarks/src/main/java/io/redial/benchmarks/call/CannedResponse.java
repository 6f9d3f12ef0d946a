package io.redial.benchmarks.call;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** What {@link CannedTransport} answers. */
record CannedResponse<T>(HttpRequest request, ResponseInfo head, T body)
    implements HttpResponse<T> {
  @Override
  public int statusCode() {
    return head.statusCode();
  }

  @Override
  public Optional<HttpResponse<T>> previousResponse() {
    return Optional.empty();
  }

  @Override
  public HttpHeaders headers() {
    return head.headers();
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return Optional.empty();
  }

  @Override
  public URI uri() {
    return request.uri();
  }

  @Override
  public HttpClient.Version version() {
    return head.version();
  }
}

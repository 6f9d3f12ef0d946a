package io.redial.client.jdk;

import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import java.lang.invoke.MethodHandle;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** The client's own response, except for what a subclass changes. */
abstract class ForwardingResponse<T> implements HttpResponse<T> {
  private static final MethodHandle CONNECTION_LABEL =
      ClientTypes.newerMethod(HttpResponse.class, "connectionLabel");

  final HttpResponse<T> response;

  ForwardingResponse(HttpResponse<T> response) {
    this.response = response;
  }

  @Override
  public int statusCode() {
    return response.statusCode();
  }

  @Override
  public HttpRequest request() {
    return response.request();
  }

  @Override
  public Optional<HttpResponse<T>> previousResponse() {
    return response.previousResponse();
  }

  @Override
  public HttpHeaders headers() {
    return response.headers();
  }

  @Override
  public T body() {
    return response.body();
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return response.sslSession();
  }

  @Override
  public URI uri() {
    return response.uri();
  }

  @Override
  public HttpClient.Version version() {
    return response.version();
  }

  /** Overrides a default method of Java 25, which this is not compiled against. */
  @SuppressWarnings("unchecked")
  public Optional<String> connectionLabel() {
    return CONNECTION_LABEL == null
        ? Optional.empty()
        : FaultBoundary.ask(
            FaultLog.NONE,
            "java.net.http response",
            () -> (Optional<String>) CONNECTION_LABEL.invoke(response),
            Optional.empty());
  }

  @Override
  public String toString() {
    return response.toString();
  }
}

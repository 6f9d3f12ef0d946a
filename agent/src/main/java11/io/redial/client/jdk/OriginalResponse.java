package io.redial.client.jdk;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;

/** A response to a copied request, which shows the application's request (rule 1.1). */
final class OriginalResponse<T> extends ForwardingResponse<T> {
  private final HttpRequest original;
  private final HttpRequest sent;

  OriginalResponse(HttpResponse<T> response, HttpRequest original, HttpRequest sent) {
    super(response);
    this.original = original;
    this.sent = sent;
  }

  @Override
  public HttpRequest request() {
    HttpRequest shown = response.request();
    return shown.uri().equals(sent.uri()) && shown.method().equals(sent.method())
        ? original
        : RequestView.of(shown, original, sent);
  }

  @Override
  public URI uri() {
    URI shown = response.uri();
    return shown.equals(sent.uri()) ? original.uri() : shown;
  }

  @Override
  public Optional<HttpResponse<T>> previousResponse() {
    return response
        .previousResponse()
        .map(previous -> new OriginalResponse<>(previous, original, sent));
  }

  @Override
  public String toString() {
    String text = response.toString();
    URI asked = sent.uri();
    return asked.equals(original.uri())
        ? text
        : text.replace(asked.toString(), original.uri().toString());
  }
}

package io.redial.client.jdk;

import java.net.http.HttpResponse;

/** A response that was given up on and is returned after all, with its body (rule 8.2). */
final class RestoredResponse<T> extends ForwardingResponse<T> {
  private final T body;

  RestoredResponse(HttpResponse<T> response, T body) {
    super(response);
    this.body = body;
  }

  @Override
  public T body() {
    return body;
  }
}

package io.redial.client.apache4;

import java.io.IOException;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/**
 * What a producer says of its request, which it is asked once: now, where the client would have
 * asked it on the same thread a moment later. Immutable.
 */
final class Description {
  private final HttpHost target;
  private final HttpRequest request;
  private final Throwable failure;
  private final RequestView view;

  private Description(HttpHost target, HttpRequest request, Throwable failure) {
    this.target = target;
    this.request = request;
    this.failure = failure;
    this.view = request == null ? null : RequestView.of(target, request);
  }

  static Description of(HttpAsyncRequestProducer producer) {
    HttpHost target = null;
    try {
      target = producer.getTarget();
      return new Description(target, producer.generateRequest(), null);
    } catch (Throwable thrown) {
      return new Description(target, null, thrown);
    }
  }

  /** The request for the policy, or null if there is none that could be retried. */
  RequestView view() {
    return view;
  }

  HttpHost target() {
    return target;
  }

  /** The request, or the exception that the producer threw instead. */
  HttpRequest request() throws IOException, HttpException {
    if (failure instanceof IOException) {
      throw (IOException) failure;
    }
    if (failure instanceof HttpException) {
      throw (HttpException) failure;
    }
    if (failure instanceof Error) {
      throw (Error) failure;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
    return request;
  }
}

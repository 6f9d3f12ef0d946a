package io.redial.client.apache4;

import java.io.IOException;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.BasicAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.protocol.HttpContext;

/** The application's producer as the client gets it after Redial has asked it for its request. */
final class DescribedProducer implements HttpAsyncRequestProducer {
  private final HttpAsyncRequestProducer producer;
  private final HttpHost target;
  private final HttpRequest request;
  private final Throwable failure;

  private DescribedProducer(
      HttpAsyncRequestProducer producer, HttpHost target, HttpRequest request, Throwable failure) {
    this.producer = producer;
    this.target = target;
    this.request = request;
    this.failure = failure;
  }

  /**
   * Returns what the client gets instead of the producer. This is the producer itself if it is
   * known to return the same request each time.
   *
   * @param failure what the producer threw, or null
   */
  static HttpAsyncRequestProducer of(
      HttpAsyncRequestProducer producer, HttpHost target, HttpRequest request, Throwable failure) {
    Class<?> type = producer.getClass();
    boolean constant =
        type == BasicAsyncRequestProducer.class
            || type.getName().endsWith(".HttpAsyncMethods$RequestProducerImpl");
    return constant ? producer : new DescribedProducer(producer, target, request, failure);
  }

  @Override
  public HttpHost getTarget() {
    return target;
  }

  @Override
  public HttpRequest generateRequest() throws IOException, HttpException {
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

  @Override
  public void produceContent(ContentEncoder encoder, IOControl control) throws IOException {
    producer.produceContent(encoder, control);
  }

  @Override
  public void requestCompleted(HttpContext context) {
    producer.requestCompleted(context);
  }

  @Override
  public void failed(Exception thrown) {
    producer.failed(thrown);
  }

  @Override
  public boolean isRepeatable() {
    return producer.isRepeatable();
  }

  @Override
  public void resetRequest() throws IOException {
    producer.resetRequest();
  }

  @Override
  public void close() throws IOException {
    producer.close();
  }

  @Override
  public String toString() {
    return producer.toString();
  }
}

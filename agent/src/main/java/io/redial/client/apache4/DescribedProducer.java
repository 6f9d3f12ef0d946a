package io.redial.client.apache4;

import io.redial.kernel.Exceptions;
import java.io.IOException;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.BasicAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.protocol.HttpContext;

/**
 * The application's producer as the client gets it after Redial has asked it for its request, which
 * must not happen again.
 */
final class DescribedProducer implements HttpAsyncRequestProducer {
  private final HttpAsyncRequestProducer producer;

  /** The target that the producer has named; null if it threw something. */
  HttpHost target;

  /** Its request, or null if it threw something. */
  HttpRequest request;

  /** What the producer threw, or null. */
  private Throwable failure;

  /** Asks the producer. */
  DescribedProducer(HttpAsyncRequestProducer producer) {
    this.producer = producer;
    try {
      target = producer.getTarget();
      request = producer.generateRequest();
    } catch (Throwable thrown) {
      failure = thrown; // The client gets it as if it had asked the producer itself.
    }
  }

  /**
   * Returns whether the producer is known to return the same request each time, so that the client
   * may ask it again.
   */
  boolean isConstant() {
    Class<?> type = producer.getClass();
    return type == BasicAsyncRequestProducer.class
        || type.getName().endsWith(".HttpAsyncMethods$RequestProducerImpl");
  }

  @Override
  public HttpHost getTarget() {
    return target;
  }

  @Override
  public HttpRequest generateRequest() throws IOException, HttpException {
    if (failure != null) {
      throw Exceptions.sneakyThrow(failure);
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

package io.redial.client.apache4;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.protocol.HttpContext;

/**
 * The application's producer after it was asked for its request, on its way to the client: the gate
 * lets the one use of the client that carries it through (rule 7.2).
 */
class DescribedProducer implements HttpAsyncRequestProducer {
  private final AtomicBoolean admitted = new AtomicBoolean();
  final HttpAsyncRequestProducer producer;
  private final Description description;

  DescribedProducer(HttpAsyncRequestProducer producer, Description description) {
    this.producer = producer;
    this.description = description;
  }

  /** True once. */
  final boolean admit() {
    return admitted.compareAndSet(false, true);
  }

  @Override
  public HttpHost getTarget() {
    return description.target();
  }

  @Override
  public HttpRequest generateRequest() throws IOException, HttpException {
    return description.request();
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

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

/** The application's producer after it was asked for its request, on its way to the client. */
class DescribedProducer implements HttpAsyncRequestProducer {
  final HttpAsyncRequestProducer producer;
  private final Description description;

  DescribedProducer(HttpAsyncRequestProducer producer, Description description) {
    this.producer = producer;
    this.description = description;
  }

  /**
   * What goes to the client instead of the producer: the producer itself where it is known to give
   * out the same request each time it is asked.
   */
  static HttpAsyncRequestProducer of(HttpAsyncRequestProducer producer, Description description) {
    Class<?> type = producer.getClass();
    boolean constant =
        type == BasicAsyncRequestProducer.class
            || type.getName().endsWith(".HttpAsyncMethods$RequestProducerImpl");
    return constant ? producer : new DescribedProducer(producer, description);
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

package io.redial.subjects.apache4;

import io.redial.subjects.Reply;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.protocol.HttpContext;

/** The application's producer: the client's own, and how often it was asked for what. */
final class Producing implements HttpAsyncRequestProducer {
  final CountDownLatch closed = new CountDownLatch(1);
  private final HttpAsyncRequestProducer producer;
  private final AtomicInteger generated = new AtomicInteger();
  private final AtomicInteger completions = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger closes = new AtomicInteger();

  Producing(HttpAsyncRequestProducer producer) {
    this.producer = producer;
  }

  @Override
  public HttpHost getTarget() {
    return producer.getTarget();
  }

  @Override
  public HttpRequest generateRequest() throws IOException, HttpException {
    generated.incrementAndGet();
    return producer.generateRequest();
  }

  @Override
  public void produceContent(ContentEncoder encoder, IOControl control) throws IOException {
    producer.produceContent(encoder, control);
  }

  @Override
  public void requestCompleted(HttpContext context) {
    completions.incrementAndGet();
    producer.requestCompleted(context);
  }

  @Override
  public void failed(Exception thrown) {
    failures.incrementAndGet();
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
    closes.incrementAndGet();
    producer.close();
    closed.countDown();
  }

  int closes() {
    return closes.get();
  }

  void tell(Reply reply) {
    reply.put("producer.generated", generated.get());
    reply.put("producer.completed", completions.get());
    reply.put("producer.failed", failures.get());
    reply.put("producer.closed", closes.get());
  }
}

package io.redial.client.apache5;

import io.redial.kernel.Exceptions;
import java.io.IOException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/** The application's producer after Redial has obtained its request. */
final class CapturedProducer implements AsyncRequestProducer {
  private final AsyncRequestProducer producer;
  private final CapturedRequest sent;

  CapturedProducer(CapturedRequest sent) {
    this.sent = sent;
    this.producer = sent.producer;
  }

  @Override
  public void sendRequest(RequestChannel channel, HttpContext context)
      throws HttpException, IOException {
    synchronized (sent) {
      if (sent.failure == null && sent.request == null) {
        sent.client = channel; // Passed on as soon as the producer answers.
        return;
      }
    }
    if (sent.failure != null) {
      throw Exceptions.sneakyThrow(sent.failure);
    }
    channel.sendRequest(sent.request, sent.entity, sent.context);
  }

  @Override
  public boolean isRepeatable() {
    return producer.isRepeatable();
  }

  @Override
  public int available() {
    return producer.available();
  }

  @Override
  public void produce(DataStreamChannel channel) throws IOException {
    producer.produce(channel);
  }

  @Override
  public void failed(Exception cause) {
    producer.failed(cause);
  }

  @Override
  public void releaseResources() {
    producer.releaseResources();
  }
}

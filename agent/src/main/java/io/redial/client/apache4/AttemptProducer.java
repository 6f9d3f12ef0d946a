package io.redial.client.apache4;

import java.io.IOException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.protocol.HttpContext;

/**
 * Represents the application's producer in one attempt. Over all attempts, the application's
 * producer is completed, failed and closed once. No internal fault reaches the client, which shuts
 * down its I/O reactor for some exceptions (rule 1.4).
 */
final class AttemptProducer implements HttpAsyncRequestProducer {
  private final HttpAsyncRequestProducer producer;
  private final HttpHost target;
  private final AsyncAttempt<?> attempt;
  private final BodySender sender;

  /**
   * Creates the producer of one attempt.
   *
   * @param target as the application's producer returned it
   * @param sender sends the copy of the body and what follows it
   */
  AttemptProducer(
      HttpAsyncRequestProducer producer,
      HttpHost target,
      AsyncAttempt<?> attempt,
      BodySender sender) {
    this.producer = producer;
    this.target = target;
    this.attempt = attempt;
    this.sender = sender;
  }

  @Override
  public HttpHost getTarget() {
    return target;
  }

  @Override
  public HttpRequest generateRequest() {
    return attempt.request;
  }

  @Override
  public void produceContent(ContentEncoder encoder, IOControl control) throws IOException {
    sender.asked = false;
    sender.applications = null;
    try {
      sender.produce(encoder, control);
    } catch (Throwable thrown) {
      if (thrown instanceof IOException || thrown == sender.applications) {
        throw thrown;
      }
      sender.produceAfterFault(encoder, control);
    }
  }

  @Override
  public boolean isRepeatable() {
    return producer.isRepeatable();
  }

  @Override
  public void resetRequest() throws IOException {
    sender.asked = false;
    sender.applications = null;
    try {
      sender.reset();
    } catch (Throwable thrown) {
      if (thrown instanceof IOException || thrown == sender.applications) {
        throw thrown;
      }
      sender.resetAfterFault();
    }
  }

  @Override
  public void requestCompleted(HttpContext context) {
    if (attempt.exchange.requestCompleted.compareAndSet(false, true)) {
      producer.requestCompleted(context);
    }
  }

  @Override
  public void failed(Exception thrown) {
    attempt.used = true;
    attempt.told = true; // Passed on if this attempt is the last.
  }

  @Override
  public void close() {
    try {
      attempt.closedByClient();
    } catch (Throwable fault) {
      attempt.closedAfterFault();
    }
  }

  @Override
  public String toString() {
    return producer.toString();
  }
}

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
  private final AsyncAttempt<?> attempt;

  /** As the application's producer returned it. */
  private final HttpHost target;

  AttemptProducer(AsyncAttempt<?> attempt, HttpHost target) {
    this.attempt = attempt;
    this.target = target;
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
    attempt.outcome.upload.produce(attempt.upload, encoder, control);
  }

  @Override
  public boolean isRepeatable() {
    return attempt.outcome.producer.isRepeatable();
  }

  @Override
  public void resetRequest() throws IOException {
    attempt.outcome.upload.reset(attempt.upload);
  }

  @Override
  public void requestCompleted(HttpContext context) {
    if (attempt.outcome.requestCompleted.compareAndSet(false, true)) {
      attempt.outcome.producer.requestCompleted(context);
    }
  }

  @Override
  public void failed(Exception thrown) {
    attempt.used = true;
    attempt.notified = true; // Passed on if this attempt is the last.
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
    return attempt.outcome.producer.toString();
  }
}

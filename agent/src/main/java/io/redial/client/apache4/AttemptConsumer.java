package io.redial.client.apache4;

import io.redial.policy.Decision;
import java.io.IOException;
import org.apache.http.HttpException;
import org.apache.http.HttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * Stands before the application's consumer in one attempt and decides on the head (rule 1.3): the
 * consumer sees only the final response.
 */
final class AttemptConsumer<T> implements HttpAsyncResponseConsumer<T> {
  private final HttpAsyncResponseConsumer<T> consumer;
  private final AsyncAttempt<T> attempt;

  AttemptConsumer(HttpAsyncResponseConsumer<T> consumer, AsyncAttempt<T> attempt) {
    this.consumer = consumer;
    this.attempt = attempt;
  }

  @Override
  public void responseReceived(HttpResponse response) throws IOException, HttpException {
    boolean abandoned = attempt.exchange().abandoned();
    if (!attempt.takesHead() && (attempt.isForeign() || !abandoned)) {
      throw new IOException("the attempt has ended");
    }
    if (!abandoned) { // Of a cancelled call, 4.0 still has the response taken.
      boolean redirected = attempt.exchange().redirected(attempt);
      int status = response.getStatusLine().getStatusCode();
      Decision made = attempt.head(status, new Apache4Headers(response), redirected);
      if (made.retries()) {
        attempt.keep(new KeptContent(response, attempt.call(), attempt.exchange().context()));
        return;
      }
    }
    attempt.exchange().commit();
    consumer.responseReceived(response);
  }

  @Override
  public void consumeContent(ContentDecoder decoder, IOControl control) throws IOException {
    if (attempt.isForeign()) {
      attempt.kept().read(decoder, control);
    } else {
      consumer.consumeContent(decoder, control);
    }
  }

  @Override
  public void responseCompleted(HttpContext context) {
    if (attempt.isForeign()) {
      attempt.kept().complete();
    } else {
      consumer.responseCompleted(context);
    }
  }

  @Override
  public boolean isDone() {
    KeptContent kept = attempt.kept();
    return attempt.isForeign() ? kept != null && kept.isDropped() : consumer.isDone();
  }

  @Override
  public T getResult() {
    return attempt.isForeign() ? null : consumer.getResult();
  }

  @Override
  public Exception getException() {
    return attempt.isForeign() ? null : consumer.getException();
  }

  @Override
  public void failed(Exception thrown) {
    attempt.told();
    attempt.failed(thrown); // Some clients tell only the consumer, others only the future.
  }

  @Override
  public boolean cancel() {
    return attempt.isForeign() || consumer.cancel();
  }

  @Override
  public void close() {
    attempt.closedByClient();
  }

  @Override
  public String toString() {
    return consumer.toString();
  }
}

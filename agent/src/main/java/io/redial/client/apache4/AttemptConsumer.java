package io.redial.client.apache4;

import io.redial.call.AttemptTimeout.State;
import io.redial.call.Rethrow;
import java.io.IOException;
import org.apache.http.HttpException;
import org.apache.http.HttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * Stands before the application's consumer in one attempt and decides when the head arrives (rule
 * 1.3), so that the consumer sees only the final response. From then on the consumer is called
 * directly. No fault of Redial's reaches the client, which shuts down its I/O reactor for some
 * exceptions (rule 1.4).
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
    AttemptOwner<T> exchange = attempt.exchange;
    boolean abandoned = exchange.future.isDone();
    if (!attempt.timeout.state.compareAndSet(State.OPEN, State.HEAD)
        && (attempt.timeout.state.get() == State.EXPIRED || !abandoned)) {
      throw new IOException("the attempt has ended");
    }
    try {
      // 4.0 still has the response of a cancelled call consumed.
      if (!abandoned && (attempt.givenUpContent(response) != null || attempt.holdsBack(response))) {
        return;
      }
      exchange.commit(attempt, response);
    } catch (Throwable fault) {
      exchange.fault("Apache HttpAsyncClient 4 response", fault);
    }
    consumer.responseReceived(response);
  }

  @Override
  public void consumeContent(ContentDecoder decoder, IOControl control) throws IOException {
    KeptContent kept = attempt.kept;
    if (kept == null) {
      HeldContent held = attempt.held;
      ContentInParts content = attempt.content;
      if (held == null && content == null) {
        consumer.consumeContent(decoder, control);
      } else if (held == null) {
        content.consume(decoder, control);
      } else if (!held.isHeld() || hasBegun(held, decoder)) {
        pass(held.decoder(), control);
        if (held.isUnread(decoder)) {
          pass(held.decoder(), control); // The client does not come again.
        }
      }
      return;
    }
    try {
      kept.read(decoder, control);
    } catch (IOException ofTheConnection) {
      throw ofTheConnection;
    } catch (Throwable fault) {
      kept.dropped = true;
      attempt.exchange.fault("Apache HttpAsyncClient 4 response", fault);
    }
  }

  private void pass(ContentDecoder decoder, IOControl control) throws IOException {
    ContentInParts content = attempt.content;
    if (content == null) {
      consumer.consumeContent(decoder, control);
    } else {
      content.consume(decoder, control);
    }
  }

  /** Whether the first byte of the body or its end has come; the application then gets the head. */
  private boolean hasBegun(HeldContent held, ContentDecoder decoder) throws IOException {
    if (attempt.timeout.state.get() == State.EXPIRED) {
      throw new IOException("the attempt has ended");
    }
    if (!held.begin(decoder)) {
      return false;
    }
    AttemptOwner<T> exchange = attempt.exchange;
    if (!attempt.timeout.takeHead() && !exchange.future.isDone()) {
      throw new IOException("the attempt has ended");
    }
    try {
      attempt.timeout.stop();
      exchange.commit(attempt, held.response);
    } catch (Throwable fault) {
      exchange.fault("Apache HttpAsyncClient 4 response", fault);
    }
    try {
      consumer.responseReceived(held.response);
    } catch (HttpException thrown) {
      throw Rethrow.asIs(thrown); // As the client takes it together with the head.
    }
    return true;
  }

  @Override
  public void responseCompleted(HttpContext context) {
    KeptContent kept = attempt.kept;
    ContentInParts content = attempt.content;
    if (kept == null) {
      if (content == null) {
        consumer.responseCompleted(context);
      } else {
        content.firstCompleted(context);
      }
      return;
    }
    try {
      kept.complete();
    } catch (Throwable fault) {
      kept.shutDown();
      attempt.exchange.fault("Apache HttpAsyncClient 4 response", fault);
    }
  }

  @Override
  public boolean isDone() {
    KeptContent kept = attempt.kept;
    return kept == null
        ? attempt.timeout.state.get() != State.EXPIRED && consumer.isDone()
        : kept.dropped;
  }

  @Override
  public T getResult() {
    ContentInParts content = attempt.content;
    return attempt.givenUp
            || attempt.timeout.state.get() == State.EXPIRED
            || (content != null && content.isOpen())
        ? null
        : consumer.getResult();
  }

  @Override
  public Exception getException() {
    ContentInParts content = attempt.content;
    return attempt.givenUp
            || attempt.timeout.state.get() == State.EXPIRED
            || (content != null && content.isOpen())
        ? null
        : consumer.getException();
  }

  @Override
  public void failed(Exception thrown) {
    attempt.used = true;
    attempt.told = true;
    try {
      attempt.failed(thrown); // Some clients tell only the consumer, others only the future.
    } catch (Throwable another) {
      if (another == attempt.exchange.future.applications) {
        throw another;
      }
      attempt.exchange.fault("Apache HttpAsyncClient 4 failure", another);
    }
  }

  @Override
  public boolean cancel() {
    return attempt.givenUp || attempt.timeout.state.get() == State.EXPIRED || consumer.cancel();
  }

  @Override
  public void close() {
    try {
      attempt.closedByClient();
    } catch (Throwable fault) {
      attempt.closedAnyhow();
    }
  }

  @Override
  public String toString() {
    return consumer.toString();
  }
}

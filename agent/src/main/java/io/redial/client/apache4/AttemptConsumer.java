package io.redial.client.apache4;

import io.redial.call.AttemptTimeout.State;
import io.redial.call.Exceptions;
import java.io.IOException;
import org.apache.http.HttpException;
import org.apache.http.HttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * Stands in front of the application's consumer in one attempt and decides when the head arrives
 * (rule 1.3), so that the consumer sees only the final response. From then on it calls the consumer
 * directly. No internal fault reaches the client, which shuts down its I/O reactor for some
 * exceptions (rule 1.4).
 */
final class AttemptConsumer<T> implements HttpAsyncResponseConsumer<T> {
  private final HttpAsyncResponseConsumer<T> consumer;
  private final AsyncAttempt<T> attempt;

  /**
   * What the consumer threw. Anything else that is thrown is an internal fault or comes from the
   * connection.
   */
  private Throwable thrown;

  AttemptConsumer(HttpAsyncResponseConsumer<T> consumer, AsyncAttempt<T> attempt) {
    this.consumer = consumer;
    this.attempt = attempt;
  }

  @Override
  public void responseReceived(HttpResponse response) throws IOException, HttpException {
    ApacheOutcome<T> exchange = attempt.exchange;
    boolean abandoned = exchange.future.isDone();
    if (exchange.consumerCancelled
        || (!attempt.timeout.state.compareAndSet(State.OPEN, State.HEAD)
            && (attempt.timeout.state.get() == State.EXPIRED || !abandoned))) {
      throw new IOException("the attempt has ended");
    }
    try {
      // 4.0 still passes the response of a cancelled call to the consumer.
      if (!abandoned && (attempt.givenUpContent(response) != null || attempt.holdsBack(response))) {
        return;
      }
      exchange.commit(attempt, response);
    } catch (Throwable fault) {
      attempt.timeout.state.compareAndSet(State.OPEN, State.HEAD); // holdsBack may reopen it.
      exchange.fault("Apache HttpAsyncClient 4 response", fault);
    }
    consumer.responseReceived(response);
  }

  @Override
  public void consumeContent(ContentDecoder decoder, IOControl control) throws IOException {
    KeptContent kept = attempt.kept;
    if (kept == null) {
      if (attempt.plain != null) {
        attempt.plain.consume(decoder, control);
      } else if (attempt.held == null && attempt.content == null) {
        consumer.consumeContent(decoder, control);
      } else {
        try {
          take(decoder, control);
        } catch (IOException ofTheConnection) {
          throw ofTheConnection;
        } catch (Throwable any) {
          takeAfterFault(any, decoder, control);
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

  private void take(ContentDecoder decoder, IOControl control) throws IOException {
    HeldContent held = attempt.held;
    if (held == null) {
      attempt.content.consume(decoder, control);
    } else if (!held.isHeld() || hasBegun(held, decoder)) {
      pass(held.decoder(), control);
      if (held.isUnread(decoder)) {
        pass(held.decoder(), control); // The client does not call again.
      }
    }
  }

  /** Passes on the head, if it is still held back, and the content after an internal fault. */
  private void takeAfterFault(Throwable any, ContentDecoder decoder, IOControl control)
      throws IOException {
    if (any instanceof HttpException || isConsumers(any)) {
      throw Exceptions.sneakyThrow(any);
    }
    ContentAfterFault plain = breakOff(any);
    HeldContent held = attempt.held;
    if (held != null && !held.told) {
      held.told = true;
      if (!attempt.timeout.state.compareAndSet(State.OPEN, State.HEAD)
          && attempt.timeout.state.get() == State.EXPIRED) {
        throw new IOException("the attempt has ended");
      }
      try {
        consumer.responseReceived(held.response);
      } catch (HttpException ofTheConsumer) {
        throw Exceptions.sneakyThrow(ofTheConsumer);
      }
    }
    plain.consume(decoder, control);
  }

  private boolean isConsumers(Throwable any) {
    ContentInParts content = attempt.content;
    return any == thrown || (content != null && content.isApplications(any));
  }

  private ContentAfterFault breakOff(Throwable fault) {
    ContentInParts content = attempt.content;
    ContentAfterFault plain;
    if (content != null) {
      plain = content.breakOff(fault);
    } else {
      attempt.exchange.fault("Apache HttpAsyncClient 4 response", fault);
      plain = new PlainContent<>(attempt, consumer, null);
    }
    attempt.plain = plain;
    return plain;
  }

  private void pass(ContentDecoder decoder, IOControl control) throws IOException {
    ContentInParts content = attempt.content;
    if (content == null) {
      try {
        consumer.consumeContent(decoder, control);
      } catch (Throwable ofTheConsumer) {
        thrown = ofTheConsumer;
        throw ofTheConsumer;
      }
    } else {
      content.consume(decoder, control);
    }
  }

  /**
   * Passes on the head once the first byte of the body or its end has arrived; returns whether it
   * has.
   */
  private boolean hasBegun(HeldContent held, ContentDecoder decoder) throws IOException {
    if (attempt.timeout.state.get() == State.EXPIRED) {
      throw new IOException("the attempt has ended");
    }
    if (!held.begin(decoder)) {
      return false;
    }
    ApacheOutcome<T> exchange = attempt.exchange;
    if (!attempt.timeout.takeHead() && !exchange.future.isDone()) {
      throw new IOException("the attempt has ended");
    }
    try {
      attempt.timeout.stop();
      exchange.commit(attempt, held.response);
    } catch (Throwable fault) {
      exchange.fault("Apache HttpAsyncClient 4 response", fault);
    }
    held.told = true;
    try {
      consumer.responseReceived(held.response);
    } catch (Throwable ofTheConsumer) {
      thrown = ofTheConsumer;
      throw Exceptions.sneakyThrow(
          ofTheConsumer); // The client handles it like one thrown with the head.
    }
    return true;
  }

  @Override
  public void responseCompleted(HttpContext context) {
    KeptContent kept = attempt.kept;
    if (kept == null) {
      if (attempt.plain != null) {
        attempt.plain.completed(context);
      } else if (attempt.content == null) {
        consumer.responseCompleted(context);
      } else {
        try {
          attempt.content.firstCompleted();
        } catch (Throwable any) {
          if (isConsumers(any)) {
            throw any;
          }
          breakOff(any).completed(context);
        }
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
    return attempt.givenUp() || attempt.timeout.state.get() == State.EXPIRED || attempt.open
        ? null
        : consumer.getResult();
  }

  @Override
  public Exception getException() {
    return attempt.givenUp() || attempt.timeout.state.get() == State.EXPIRED || attempt.open
        ? null
        : consumer.getException();
  }

  @Override
  public void failed(Exception thrown) {
    attempt.used = true;
    attempt.told = true;
    try {
      attempt.failed(thrown); // Some versions notify only the consumer, others only the future.
    } catch (Throwable another) {
      if (another == attempt.exchange.future.applications) {
        throw another;
      }
      attempt.exchange.fault("Apache HttpAsyncClient 4 failure", another);
    }
  }

  @Override
  public boolean cancel() {
    ApacheOutcome<T> exchange = attempt.exchange;
    if (attempt.givenUp()
        || exchange.consumerCancelled
        || attempt.timeout.state.get() == State.EXPIRED) {
      return true;
    }
    try {
      if (!exchange.takeCancellation()) {
        return true;
      }
    } catch (Throwable fault) {
      exchange.fault("Apache HttpAsyncClient 4 execute", fault);
    }
    return consumer.cancel();
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
    return consumer.toString();
  }
}

package io.redial.client.apache4;

import io.redial.call.AttemptTimeout.State;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.ResponseSignals;
import io.redial.kernel.Resumer;
import java.io.IOException;
import org.apache.http.HttpConnection;
import org.apache.http.HttpException;
import org.apache.http.HttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * Stands in front of the application's consumer in one attempt and decides when the head arrives
 * (rule 1.3), so that the consumer sees only the final response. From then on it calls the consumer
 * directly, or leaves that to the {@code PushedBody} of a response that Redial has to do with. No
 * internal fault reaches the client, which shuts down its I/O reactor for some exceptions (rule
 * 1.4).
 */
final class AttemptConsumer<T> implements HttpAsyncResponseConsumer<T> {
  private static final String WHERE = "Apache HttpAsyncClient 4 response";

  private final AsyncAttempt<T> attempt;

  /** The connection that the response comes from; null before there is content. */
  private IOControl connection;

  AttemptConsumer(AsyncAttempt<T> attempt) {
    this.attempt = attempt;
  }

  @Override
  public void responseReceived(HttpResponse response) throws IOException, HttpException {
    CallOutcome<T> outcome = attempt.outcome;
    boolean abandoned = outcome.future.isDone();
    if (outcome.consumerCancelled
        || (!attempt.timeout.compareAndSet(State.OPEN, State.HEAD)
            && (attempt.timeout.get() == State.EXPIRED || !abandoned))) {
      throw new IOException("the attempt has ended");
    }
    ConsumerBody<T> body = null;
    Resumer resumer = null;
    try {
      // 4.0 still passes the response of a cancelled call to the consumer.
      if (!abandoned && !attempt.shows(response)) {
        return;
      }
      outcome.commit();
      if (!abandoned && outcome.mayResume(response)) {
        body = attempt.body();
        resumer = outcome.resumer(response, body.body);
      }
    } catch (Throwable fault) {
      FaultBoundary.report(outcome.call, WHERE, fault);
      resumer = null;
      attempt.giveUp(false);
      attempt.drained = null;
      attempt.content = null;
      attempt.signals = null;
      FaultBoundary.run(outcome.call, WHERE, outcome::commit);
    }
    outcome.consumer.responseReceived(response);
    if (resumer != null) {
      attempt.signals = body.body.offer(outcome.consumer, resumer);
      attempt.content = body;
      body.body.returned();
    }
  }

  @Override
  public void consumeContent(ContentDecoder decoder, IOControl control) throws IOException {
    ResponseSignals<IOControl> signals = attempt.signals;
    if (signals == null) {
      attempt.outcome.consumer.consumeContent(decoder, control);
      return;
    }
    if (connection == null) {
      connection = control;
      if (attempt.content != null) {
        attempt.content.output = control;
      }
      signals.begins(control);
    }
    signals.offers(decoder::read, decoder::isCompleted);
  }

  @Override
  public void responseCompleted(HttpContext context) {
    ResponseSignals<IOControl> signals = attempt.signals;
    if (signals == null) {
      attempt.outcome.consumer.responseCompleted(context);
      return;
    }
    if (connection != null) {
      if (attempt.content != null) {
        attempt.content.output = null;
      }
      connection.requestInput(); // It may be suspended, and the next call needs it.
    }
    if (attempt.drained != null) {
      FaultBoundary.run(attempt.outcome.call, WHERE, this::closeUnlessKept);
    }
    signals.disconnected();
    if (attempt.drained != null) {
      signals.end();
    }
  }

  /** Closes a connection that must not be used again (rule 8.3). */
  private void closeUnlessKept() {
    if (!attempt.call().keepsConnection() && connection instanceof HttpConnection) {
      FaultBoundary.attempt(((HttpConnection) connection)::close);
    }
  }

  @Override
  public boolean isDone() {
    ResponseSignals<IOControl> signals = attempt.signals;
    return (signals != null && signals.isLeft())
        || (attempt.drained == null
            && attempt.timeout.get() != State.EXPIRED
            && attempt.outcome.consumer.isDone());
  }

  @Override
  public T getResult() {
    return attempt.signals != null || attempt.timeout.get() == State.EXPIRED
        ? null
        : attempt.outcome.consumer.getResult();
  }

  @Override
  public Exception getException() {
    return attempt.signals != null || attempt.timeout.get() == State.EXPIRED
        ? null
        : attempt.outcome.consumer.getException();
  }

  @Override
  public void failed(Exception thrown) {
    attempt.used = true;
    attempt.notified = true;
    ConsumerBody<T> body = attempt.content;
    // Some versions notify only the consumer, others only the future.
    attempt.end.report(
        null, thrown, attempt.drained, body == null ? null : body.body, attempt.signals);
  }

  @Override
  public boolean cancel() {
    CallOutcome<T> outcome = attempt.outcome;
    ResponseSignals<IOControl> signals = attempt.signals;
    if (attempt.givenUp()
        || (signals != null && signals.isLeft())
        || outcome.consumerCancelled
        || attempt.timeout.get() == State.EXPIRED) {
      return true;
    }
    boolean isFirst = FaultBoundary.ask(outcome.call, WHERE, outcome::takeCancellation, true);
    return !isFirst || outcome.consumer.cancel();
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
    return attempt.outcome.consumer.toString();
  }
}

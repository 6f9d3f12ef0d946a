package io.redial.client.apache4;

import io.redial.call.AttemptTimeout.State;
import io.redial.call.Exceptions;
import io.redial.policy.stream.StreamPlan.Answer;
import java.io.IOException;
import org.apache.http.HttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * Receives the response to a request for the rest of a body. The application's consumer gets what
 * continues its body, and sees nothing of any other response. No internal fault reaches the client,
 * which shuts down its I/O reactor for some exceptions (rule 1.4): the body then ends, and the
 * connection is dropped.
 */
final class ResumeConsumer<T> implements HttpAsyncResponseConsumer<Object> {
  private final ResumeAttempt<T> attempt;
  private final ApplicationContent<T> body;
  private PartDecoder part;

  ResumeConsumer(ResumeAttempt<T> attempt) {
    this.attempt = attempt;
    this.body = attempt.body;
  }

  @Override
  public void responseReceived(HttpResponse response) throws IOException {
    try {
      receive(response);
    } catch (IOException ofTheConnection) {
      throw ofTheConnection;
    } catch (Throwable thrown) {
      throw dropped(thrown);
    }
  }

  /**
   * Ends the body after an internal fault, and returns the exception that the client gets instead.
   * Rethrows what the application's consumer threw.
   */
  private IOException dropped(Throwable thrown) {
    if (thrown == body.delivery.thrown) {
      throw Exceptions.sneakyThrow(thrown);
    }
    body.rescue(thrown, null);
    return new IOException("the body has ended");
  }

  private void receive(HttpResponse response) throws IOException {
    if (!attempt.timeout.takeHead()) {
      throw new IOException("the attempt has ended");
    }
    try {
      attempt.timeout.stop();
      attempt.look(response);
    } catch (Throwable fault) {
      attempt.giveUp(false);
      attempt.answer = Answer.REFUSED;
      body.fault(fault);
    }
    if (attempt.answer == Answer.CONTINUES) {
      if (body.plan.goesOnWithHead()) {
        attempt.begin();
      }
    } else if (attempt.kept == null) {
      attempt.drop(response);
    }
  }

  @Override
  public void consumeContent(ContentDecoder decoder, IOControl control) throws IOException {
    KeptContent kept = attempt.kept;
    try {
      if (kept != null) {
        keep(kept, decoder, control);
      } else if (continues()) {
        take(decoder, control);
      }
    } catch (IOException ofTheConnection) {
      throw ofTheConnection;
    } catch (Throwable thrown) {
      throw dropped(thrown);
    }
  }

  private void take(ContentDecoder decoder, IOControl control) throws IOException {
    if (part == null) {
      part = PartDecoder.of(decoder, body.plan, body.delivery.seen);
    }
    try {
      body.consume(part, control);
    } finally {
      if (part.begun) {
        attempt.begin();
      }
    }
  }

  private boolean continues() {
    return attempt.answer == Answer.CONTINUES && !attempt.hasEnded();
  }

  private void keep(KeptContent kept, ContentDecoder decoder, IOControl control)
      throws IOException {
    try {
      kept.read(decoder, control);
    } catch (IOException ofTheConnection) {
      throw ofTheConnection;
    } catch (Throwable fault) {
      kept.dropped = true;
      body.fault(fault);
    }
  }

  @Override
  public void responseCompleted(HttpContext context) {
    KeptContent kept = attempt.kept;
    if (kept != null) {
      try {
        kept.complete();
      } catch (Throwable fault) {
        kept.shutDown();
        body.fault(fault);
      }
      return;
    }
    try {
      if (continues() && attempt.isDecided()) {
        attempt.concluded = body.concludes();
      }
    } catch (Throwable thrown) {
      if (thrown == body.delivery.thrown) {
        throw thrown;
      }
      body.rescue(thrown, null);
    }
  }

  /** Returns true if the response is not wanted, so that the client drops the connection. */
  @Override
  public boolean isDone() {
    KeptContent kept = attempt.kept;
    if (kept != null) {
      return kept.dropped;
    }
    Answer answer = attempt.answer;
    return (answer != null && answer != Answer.CONTINUES)
        || body.plain != null
        || body.stopped
        || body.connection.shutDown
        || body.consumer.isDone();
  }

  @Override
  public Object getResult() {
    return attempt.concluded ? body.consumer.getResult() : null;
  }

  @Override
  public Exception getException() {
    return attempt.concluded ? body.consumer.getException() : null;
  }

  @Override
  public void failed(Exception thrown) {
    attempt.told = true;
    try {
      attempt.failed(thrown); // Some versions notify only the consumer, others only the future.
    } catch (Throwable another) {
      body.rescue(another, null);
    }
  }

  /** Called when the application has aborted its request, or when Redial cancels this one. */
  @Override
  public boolean cancel() {
    if (attempt.ended.get()
        || attempt.kept != null
        || attempt.timeout.state.get() == State.EXPIRED
        || body.plain != null
        || body.stopped
        || body.connection.shutDown) {
      return true;
    }
    attempt.concluded = true;
    return body.consumer.cancel();
  }

  @Override
  public void close() {
    try {
      attempt.closedByClient();
    } catch (Throwable fault) {
      if (fault == body.applications()) {
        throw fault;
      }
      if (attempt.ended.get()) {
        body.fault(fault);
      } else {
        body.rescue(fault, null);
      }
    }
  }
}

package io.redial.client.apache4;

import io.redial.policy.stream.StreamPlan.Answer;
import java.io.IOException;
import org.apache.http.HttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * Receives the response to a request for the rest of a body. The application's consumer gets what
 * continues its body, and sees nothing of any other response. No fault of Redial's reaches the
 * client, which shuts down its I/O reactor for some exceptions (rule 1.4).
 */
final class RestConsumer<T> implements HttpAsyncResponseConsumer<Object> {
  private final RestAttempt<T> attempt;
  private final ApplicationContent<T> body;
  private PartDecoder part;

  RestConsumer(RestAttempt<T> attempt) {
    this.attempt = attempt;
    this.body = attempt.body;
  }

  @Override
  public void responseReceived(HttpResponse response) throws IOException {
    if (!attempt.timeout.takeHead()) {
      throw new IOException("the attempt has ended");
    }
    try {
      attempt.timeout.stop();
      attempt.look(response);
    } catch (Throwable fault) {
      attempt.givenUp = false;
      attempt.answer = Answer.REFUSED;
      body.fault(fault);
    }
    if (attempt.answer == Answer.CONTINUES) {
      if (body.plan.goesOnWithHead()) {
        begin();
      }
    } else if (attempt.kept == null) {
      attempt.drop(response);
    }
  }

  @Override
  public void consumeContent(ContentDecoder decoder, IOControl control) throws IOException {
    KeptContent kept = attempt.kept;
    if (kept != null) {
      keep(kept, decoder, control);
    } else if (continues()) {
      if (part == null) {
        part = PartDecoder.of(decoder, body.plan, body.delivery.seen);
      }
      try {
        body.consume(part, control);
      } finally {
        if (part.hasBegun()) {
          begin();
        }
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

  private void begin() {
    try {
      attempt.begin();
    } catch (Throwable fault) {
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
    } else if (continues() && attempt.isDecided()) {
      attempt.concluded = body.concludes();
    }
  }

  /** What is not wanted is not read, so that the client drops the connection. */
  @Override
  public boolean isDone() {
    KeptContent kept = attempt.kept;
    return kept == null
        ? attempt.isUseless() || body.isStopped() || body.consumer.isDone()
        : kept.dropped;
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
      attempt.failed(thrown); // Some clients tell only the consumer, others only the future.
    } catch (Throwable another) {
      if (another == body.applications()) {
        throw another;
      }
      body.fault(another);
    }
  }

  /** By the application, which has aborted its request, or by Redial. */
  @Override
  public boolean cancel() {
    if (attempt.hasEnded()
        || attempt.kept != null
        || attempt.timeout.isExpired()
        || body.isStopped()) {
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
      body.fault(fault);
    }
  }
}

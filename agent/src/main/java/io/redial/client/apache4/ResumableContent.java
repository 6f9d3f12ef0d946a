package io.redial.client.apache4;

import io.redial.call.Exceptions;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
import java.io.IOException;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.HttpAsyncClient;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;

/**
 * A body that is resumed when its connection breaks (rule 10): no byte twice, none missing. It
 * comes from one connection after another; the application may cancel on any thread.
 */
final class ResumableContent<T> extends ApplicationContent<T> implements ContentInParts {
  private volatile ResumedContent<T> rest;

  /** Returns the resumable body of a response, or null if it cannot be resumed. */
  static <T> ResumableContent<T> of(
      AsyncAttempt<T> first,
      HttpAsyncClient client,
      HttpAsyncResponseConsumer<T> consumer,
      RequestView view,
      HttpResponse response) {
    HttpEntity entity = response.getEntity();
    if (client == null || entity == null || view.hasBody()) {
      return null;
    }
    int status = response.getStatusLine().getStatusCode();
    StreamPlan plan =
        StreamPlans.of(
            first.call().policy().resume(),
            view,
            status,
            new Apache4Headers(response),
            entity.getContentLength(),
            Clock.SYSTEM);
    if (plan == null) {
      return null;
    }
    plan.comesFrom(first.exchange.uri());
    view.repeatableIf(null); // The request has no body, so its committed copy does not matter.
    return new ResumableContent<>(first, plan, client, consumer, view);
  }

  private ResumableContent(
      AsyncAttempt<T> first,
      StreamPlan plan,
      HttpAsyncClient client,
      HttpAsyncResponseConsumer<T> consumer,
      RequestView view) {
    super(first, plan, client, consumer, view);
  }

  @Override
  public void consume(ContentDecoder decoder, IOControl control) throws IOException {
    if (rest != null) {
      throw new IOException("the body continues on another connection");
    }
    if (part == null) {
      part = PartDecoder.of(decoder, plan, delivery.seen);
    }
    consume(part, control);
    if (part.fault != null) {
      throw Exceptions.sneakyThrow(part.fault); // The consumer has not seen it.
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // The same one, not an equal one.
  public boolean isApplications(Throwable thrown) {
    return thrown == delivery.thrown || thrown == applications();
  }

  @Override
  public void firstBroke(Exception cut) {
    broke(cut, first.told);
  }

  @Override
  public void firstCompleted() {
    first.open = !concludes();
  }

  @Override
  public void firstEnded() {
    goOn();
  }

  @Override
  boolean resumes(Exception cut) {
    try {
      if (isGivenUp() || consumer.isDone()) {
        return false;
      }
      connection.leadNowhere();
      ResumedContent<T> next = new ResumedContent<>(this, cut);
      rest = next;
      next.begin();
      return true;
    } catch (Throwable thrown) {
      if (thrown == applications()) {
        throw thrown;
      }
      fault(thrown);
      return false;
    }
  }

  @Override
  boolean isResumed() {
    return rest != null;
  }

  @Override
  void dropRest() {
    ResumedContent<T> now = rest;
    if (now != null) {
      call.timer().start(now::abandon); // Not while the client is processing the response.
    }
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public void abandon() {
    ResumedContent<T> now = rest;
    if (now != null) {
      now.abandon();
    }
    fail(new CancelledException());
  }

  @Override
  void abort() {
    ResumedContent<T> now = rest;
    if (isEnding()) {
      call.timer().start(() -> fail(new ConnectionClosedException("Connection closed")));
    } else if (now != null) {
      now.abort();
    }
  }

  @Override
  public void finish() {
    client = null;
    connection.finish();
  }
}

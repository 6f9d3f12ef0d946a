package io.redial.client.apache4;

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
import org.apache.http.protocol.HttpContext;

/**
 * A body that goes on when its connection breaks (rule 10): no byte twice, none missing. It comes
 * from one connection after the other; the application may cancel on any thread.
 */
final class ResumableContent<T> extends ApplicationContent<T> implements ContentInParts {
  private volatile RestOfContent<T> rest;

  /** What the first connection brings. */
  private PartDecoder part;

  private volatile boolean open;

  /** Null if the response's body cannot be continued. */
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
    view.repeatableIf(null); // There is no body, whatever became of the copy of none.
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
      throw new IOException("the body goes on elsewhere");
    }
    if (part == null) {
      part = PartDecoder.of(decoder, plan, delivery.seen);
    }
    consume(part, control);
  }

  @Override
  public void firstBroke(Exception cut) {
    broke(cut, first.told);
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void firstCompleted(HttpContext context) {
    try {
      open = !concludes();
    } catch (Throwable thrown) {
      if (hasThrown()) {
        throw thrown;
      }
      fault(thrown);
      consumer.responseCompleted(context);
    }
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
      RestOfContent<T> next = new RestOfContent<>(this, cut);
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
  public void stop() {
    stopped = true;
  }

  @Override
  public void abandon() {
    RestOfContent<T> now = rest;
    if (now != null) {
      now.abandon();
    }
    fail(new CancelledException());
  }

  @Override
  void abort() {
    RestOfContent<T> now = rest;
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

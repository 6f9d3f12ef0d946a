package io.redial.client.jdk;

import io.redial.call.ReplayBuffer;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow.Subscriber;

/**
 * A body that can be sent once, made repeatable within bounds (rules 6.3 to 6.5): the application's
 * publisher is subscribed to a single time, whatever it gives is copied while it is first sent, and
 * each further subscription gets the copy and then what the publisher had not given yet.
 *
 * <p>Once the body has outgrown its copy, or the call is committed, further subscriptions (the
 * client's own for a 307 or 401) go to the application's publisher as they would without Redial.
 */
final class ReplayPublisher implements BodyPublisher {
  private final BodyPublisher source;
  private final BodyTap tap;

  ReplayPublisher(BodyPublisher source, ReplayBuffer copy) {
    this.source = source;
    this.tap = new BodyTap(copy);
  }

  @Override
  public long contentLength() {
    return source.contentLength();
  }

  @Override
  public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
    BodyFeed feed = tap.open(subscriber);
    if (feed == null) {
      source.subscribe(subscriber);
      return;
    }
    feed.begin();
    if (tap.isFirst(feed)) {
      try {
        source.subscribe(tap);
      } catch (Throwable thrown) {
        tap.failed(thrown); // No retry mends it, whatever it looks like.
        throw thrown;
      }
    }
  }

  /** Whether one more attempt can send the same bytes. */
  boolean repeatable() {
    return tap.isRepeatable();
  }

  /** Whether the application's publisher failed, which no retry can mend. */
  boolean sourceFailed() {
    return tap.hasFailed();
  }

  /** The attempt is given up on: it gets nothing more, and what is left is for the next one. */
  void freeze() {
    tap.freeze();
  }

  /** No attempt follows: gives the copy back and lets go of the publisher unless it is read. */
  void commit() {
    tap.commit();
  }
}

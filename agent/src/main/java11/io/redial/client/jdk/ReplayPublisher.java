package io.redial.client.jdk;

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
  private volatile BodyTap tap;

  ReplayPublisher(BodyPublisher source, BodyTap tap) {
    this.source = source;
    this.tap = tap;
  }

  @Override
  public long contentLength() {
    return source.contentLength();
  }

  @Override
  public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
    BodyTap copying = tap;
    BodyFeed feed = copying == null ? null : copying.open(subscriber);
    if (feed == null) {
      source.subscribe(subscriber);
      return;
    }
    feed.begin();
    if (feed.isFirst()) {
      try {
        source.subscribe(copying);
      } catch (Throwable thrown) {
        copying.failed(thrown); // No retry mends it, whatever it looks like.
        throw thrown;
      }
    }
  }

  /**
   * No attempt follows. A response that the application keeps shows a request with this publisher:
   * it leads to no subscriber of the client's, and so to no client, from now on.
   */
  void letGo() {
    tap = null;
  }
}

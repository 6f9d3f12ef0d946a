package io.redial.client.jdk;

import io.redial.call.body.BodyFault;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

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
    BodyFeed feed = null;
    try {
      feed = copying == null ? null : copying.open(subscriber);
      if (feed != null) {
        feed.begin();
      }
    } catch (Throwable fault) {
      if (feed != null && feed.isKnown) {
        feed.breakOff();
        return;
      }
      if (copying.isAsked) {
        subscriber.onSubscribe(new NoBody());
        subscriber.onError(new BodyFault());
        return;
      }
      release(); // Not copied, and so not sent again.
      copying.failed = true;
      feed = null;
    }
    if (feed == null) {
      source.subscribe(subscriber);
      return;
    }
    if (feed.first) {
      try {
        copying.isAsked = true;
        source.subscribe(copying);
      } catch (Throwable thrown) {
        copying.failed(thrown); // No retry mends it, whatever it looks like.
        throw thrown;
      }
    }
  }

  /** Of a body that cannot be had any more. */
  private static final class NoBody implements Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  /**
   * No attempt follows. A response that the application keeps shows a request with this publisher:
   * it leads to no subscriber of the client's, and so to no client, from now on.
   */
  void release() {
    tap = null;
  }
}

package io.redial.client.jdk;

import io.redial.kernel.BodyFault;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/**
 * Makes a body that can be sent only once repeatable, within limits (rules 6.3 to 6.5). It
 * subscribes to the application's publisher a single time and copies what is published while it is
 * first sent. Each further subscription gets the copy and then what the publisher has not published
 * yet.
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
      release(); // The body is not copied, so it is not sent again.
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
        copying.failed(thrown); // No retry can mend a publisher, whatever the exception looks like.
        throw thrown;
      }
    }
  }

  /** The subscription to a body that can no longer be sent. */
  private static final class NoBody implements Subscription {
    @Override
    public void request(long n) {}

    @Override
    public void cancel() {}
  }

  /**
   * Detaches the publisher from the copy, because no attempt follows. A response that the
   * application keeps may show a request with this publisher, which from now on refers to no
   * subscriber and so to no client.
   */
  void release() {
    tap = null;
  }
}

package io.redial.client.jdk;

import io.redial.kernel.BodyStore;
import io.redial.kernel.PublishedExits;
import io.redial.kernel.PublishedReplay;
import io.redial.kernel.PublishedReplay.Feed;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/**
 * Makes a body that can be sent only once repeatable, within limits (rules 6.3 to 6.5).
 *
 * <p>Once the call is committed, further subscriptions (the client's own for a 307 or 401) go to
 * the application's publisher as they would without Redial.
 */
final class ReplayPublisher implements BodyPublisher {
  private static final PublishedExits<Subscriber<? super ByteBuffer>, Subscription> EXITS =
      new PublishedExits<>(
          Subscriber::onSubscribe,
          Subscriber::onNext,
          Subscriber::onComplete,
          Subscriber::onError,
          Subscription::request,
          Subscription::cancel,
          Handle::new,
          new Handle(null));

  private final BodyPublisher source;
  private volatile PublishedReplay<Subscriber<? super ByteBuffer>, Subscription> body;

  ReplayPublisher(BodyPublisher source, BodyStore copy) {
    this.source = source;
    this.body = new PublishedReplay<>(copy, EXITS, source::subscribe, Tap::new);
  }

  /** Returns the copy of the body, until it is released. */
  PublishedReplay<Subscriber<? super ByteBuffer>, Subscription> body() {
    return body;
  }

  @Override
  public long contentLength() {
    return source.contentLength();
  }

  @Override
  public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
    PublishedReplay<Subscriber<? super ByteBuffer>, Subscription> copying = body;
    if (copying == null) {
      source.subscribe(subscriber);
    } else {
      copying.subscribe(subscriber);
    }
  }

  /**
   * Detaches the publisher from the copy, because no attempt follows. A response that the
   * application keeps may show a request with this publisher, which from now on refers to no
   * subscriber and so to no client.
   */
  void release() {
    body = null;
  }

  /** The only subscriber of the application's publisher. */
  private static final class Tap implements Subscriber<ByteBuffer> {
    private final PublishedReplay<Subscriber<? super ByteBuffer>, Subscription> body;

    Tap(PublishedReplay<Subscriber<? super ByteBuffer>, Subscription> body) {
      this.body = body;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      body.begun(subscription);
    }

    @Override
    public void onNext(ByteBuffer buffer) {
      body.published(Objects.requireNonNull(buffer)); // As the client's own subscriber does.
    }

    @Override
    public void onError(Throwable thrown) {
      body.failed(thrown);
    }

    @Override
    public void onComplete() {
      body.completed();
    }
  }

  /** The subscription of one attempt; null to a body that can no longer be sent. */
  private static final class Handle implements Subscription {
    private final Feed<Subscriber<? super ByteBuffer>, Subscription> feed;

    Handle(Feed<Subscriber<? super ByteBuffer>, Subscription> feed) {
      this.feed = feed;
    }

    @Override
    public void request(long n) {
      if (feed != null) {
        feed.request(n);
      }
    }

    @Override
    public void cancel() {
      if (feed != null) {
        feed.cancel();
      }
    }
  }
}

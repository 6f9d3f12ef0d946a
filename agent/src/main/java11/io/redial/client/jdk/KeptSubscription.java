package io.redial.client.jdk;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicBoolean;

/** Hands kept buffers out on the first demand, then goes on with the connection's, if any. */
final class KeptSubscription implements Subscription {
  private final BodySubscriber<?> subscriber;
  private final List<ByteBuffer> kept;
  private final Subscription rest;
  private final Throwable broken;
  private final AtomicBoolean started = new AtomicBoolean();

  /**
   * A subscription.
   *
   * @param rest where further buffers come from, or null if these are all
   * @param broken how the body broke off after them, or null if it did not
   */
  KeptSubscription(
      BodySubscriber<?> subscriber, List<ByteBuffer> kept, Subscription rest, Throwable broken) {
    this.subscriber = subscriber;
    this.kept = kept;
    this.rest = rest;
    this.broken = broken;
  }

  @Override
  public void request(long n) {
    if (n <= 0 && rest == null) {
      if (started.compareAndSet(false, true)) {
        subscriber.onError(new IllegalArgumentException("non-positive request: " + n));
      }
      return;
    }
    long left = n;
    if (started.compareAndSet(false, true)) {
      if (!kept.isEmpty()) {
        subscriber.onNext(List.copyOf(kept));
        left--;
      }
      if (broken != null) {
        subscriber.onError(broken);
      } else if (rest == null) {
        subscriber.onComplete();
      }
    }
    if (rest != null && left > 0) {
      rest.request(left);
    }
  }

  @Override
  public void cancel() {
    started.set(true);
    if (rest != null) {
      rest.cancel();
    }
  }
}

package io.redial.client.jdk;

import io.redial.call.Exceptions;
import io.redial.kernel.BodyFault;
import io.redial.kernel.ReplayCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/**
 * One attempt's subscription to the request body: the copy from its beginning, then the rest as it
 * arrives.
 */
final class BodyFeed extends ReplayCursor implements Subscription {
  private final BodyTap tap;
  private final Subscriber<? super ByteBuffer> subscriber;

  /** Whether the application's publisher is still to be subscribed to. */
  final boolean first;

  /** Whether the subscriber was given this subscription. */
  boolean isKnown;

  private final Signals signals;
  private long demand;
  private boolean asked;
  private Throwable illegal;

  /** What the subscriber threw. */
  private volatile Throwable clients;

  private boolean fenced;
  private boolean finished;

  BodyFeed(BodyTap tap, Subscriber<? super ByteBuffer> subscriber, boolean first) {
    this.tap = tap;
    this.subscriber = subscriber;
    this.first = first;
    this.signals = new Signals(tap, this::next);
  }

  void begin() {
    isKnown = true;
    subscriber.onSubscribe(this);
    signals.begin();
  }

  @Override
  public void request(long n) {
    synchronized (tap) {
      asked = true;
      if (n <= 0) {
        illegal = new IllegalArgumentException("non-positive subscription request: " + n);
      } else {
        demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
      }
    }
    try {
      drain();
    } catch (Throwable thrown) {
      brokeOff(thrown);
    }
  }

  /**
   * Rethrows what the client's subscriber or the application's publisher threw. Anything else is an
   * internal fault, and ends the attempt.
   */
  void brokeOff(Throwable thrown) {
    if (thrown == tap.failure || thrown == clients) {
      throw Exceptions.sneakyThrow(thrown);
    }
    breakOff();
  }

  /** Ends the attempt with an error after an internal fault; no other attempt sends the body. */
  void breakOff() {
    boolean first;
    synchronized (tap) {
      first = !finished;
      finished = true;
      tap.failed = true;
    }
    if (first) {
      subscriber.onError(new BodyFault());
    }
  }

  @Override
  public void cancel() {
    Subscription unread = null;
    synchronized (tap) {
      finished = true;
      if (tap.isLast(this)) {
        unread = tap.upstream();
      }
    }
    if (unread != null) {
      unread.cancel();
    }
  }

  /** Ends the subscription with an error, because the attempt was given up on (rule 6.3). */
  void fence() {
    synchronized (tap) {
      fenced = true;
    }
    signals.run();
  }

  /** Delivers what can be delivered. */
  void drain() {
    signals.run();
  }

  private void give(ByteBuffer buffer) {
    try {
      subscriber.onNext(buffer);
    } catch (Throwable thrown) {
      clients = thrown;
      throw thrown;
    }
  }

  /** Skips the copy, which is being freed: what is left of it comes first in the tail. */
  void skipCopy() {
    index = Integer.MAX_VALUE;
  }

  boolean isFinished() {
    return finished;
  }

  private Runnable next() {
    if (finished) {
      return null;
    }
    if (fenced) {
      finished = true;
      return () -> subscriber.onError(new IOException("replaced by a new attempt"));
    }
    if (illegal != null) {
      finished = true;
      return () -> subscriber.onError(illegal);
    }
    if (demand > 0) {
      ByteBuffer buffer = tap.buffer(this);
      if (buffer != null) {
        demand--;
        return () -> give(buffer);
      }
    }
    return tap.hasMore(this) ? null : end();
  }

  private Runnable end() {
    if (tap.failure() != null) {
      finished = true;
      return () -> subscriber.onError(tap.failure());
    }
    if (tap.isComplete()) {
      if (!asked) {
        return null; // The client fails if the body ends before it has requested anything.
      }
      finished = true;
      return subscriber::onComplete;
    }
    long more = tap.toAsk(demand);
    return more == 0 ? null : () -> ask(more);
  }

  private void ask(long more) {
    Subscription subscription = tap.upstream();
    try {
      subscription.request(more);
    } catch (Throwable thrown) {
      tap.failed(thrown); // No retry can mend a publisher, whatever the exception looks like.
      throw thrown;
    }
  }
}

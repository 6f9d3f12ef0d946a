package io.redial.client.jdk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/** One attempt's subscription: the copy from its beginning, then what still comes. */
final class BodyFeed implements Subscription {
  private final BodyTap tap;
  private final Subscriber<? super ByteBuffer> subscriber;
  private final boolean first;
  private final Signals signals;
  private int index;
  private long demand;
  private boolean asked;
  private Throwable illegal;
  private boolean fenced;
  private boolean over;

  BodyFeed(BodyTap tap, Subscriber<? super ByteBuffer> subscriber, boolean first) {
    this.tap = tap;
    this.subscriber = subscriber;
    this.first = first;
    this.signals = new Signals(tap, this::next);
  }

  /** Whether the application's publisher is still to be subscribed to. */
  boolean isFirst() {
    return first;
  }

  void begin() {
    subscriber.onSubscribe(this);
    signals.begin();
  }

  @Override
  public void request(long n) {
    synchronized (tap) {
      asked = true;
      if (n <= 0) {
        illegal = new IllegalArgumentException("non-positive request: " + n);
      } else {
        demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
      }
    }
    signals.run();
  }

  @Override
  public void cancel() {
    Subscription unread = null;
    synchronized (tap) {
      over = true;
      if (tap.isLast(this)) {
        unread = tap.upstream();
      }
    }
    if (unread != null) {
      unread.cancel();
    }
  }

  /** Gives nothing more: the attempt was given up on (rule 6.3). */
  void fence() {
    synchronized (tap) {
      fenced = true;
    }
    signals.run();
  }

  /** Hands on what there is to hand on. */
  void drain() {
    signals.run();
  }

  int index() {
    return index;
  }

  boolean isOver() {
    return over;
  }

  /** The copy is gone; what was left of it comes first in the tail. */
  void skipCopy() {
    index = Integer.MAX_VALUE;
  }

  private Runnable next() {
    if (over) {
      return null;
    }
    if (fenced) {
      over = true;
      return () -> subscriber.onError(new IOException("a new attempt takes this one's place"));
    }
    if (illegal != null) {
      over = true;
      return () -> subscriber.onError(illegal);
    }
    if (demand > 0) {
      ByteBuffer buffer = tap.buffer(index);
      if (buffer != null) {
        demand--;
        index = index == Integer.MAX_VALUE ? index : index + 1;
        return () -> subscriber.onNext(buffer);
      }
    }
    return tap.hasMore(index) ? null : end();
  }

  private Runnable end() {
    if (tap.failure() != null) {
      over = true;
      return () -> subscriber.onError(tap.failure());
    }
    if (tap.isComplete()) {
      if (!asked) {
        return null; // The client fails on an end that comes before it has asked for anything.
      }
      over = true;
      return subscriber::onComplete;
    }
    long more = tap.toAsk(demand);
    return more == 0 ? null : () -> ask(more);
  }

  private void ask(long more) {
    try {
      tap.upstream().request(more);
    } catch (Throwable thrown) {
      tap.failed(thrown); // No retry mends it, whatever it looks like.
      throw thrown;
    }
  }
}

package io.redial.subjects.jdk;

import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;

/** A publisher of an application's own: pieces of 1 KiB on demand, on the asking thread. */
final class Pieces implements Flow.Publisher<ByteBuffer> {
  private static final int PIECE = 1024;

  private final byte[] bytes;
  private final AtomicInteger subscriptions;
  private final int allowed;

  /**
   * Publishes the bytes.
   *
   * @param subscriptions counts who subscribed
   * @param allowed how many may; those after them get an error
   */
  Pieces(byte[] bytes, AtomicInteger subscriptions, int allowed) {
    this.bytes = bytes;
    this.subscriptions = subscriptions;
    this.allowed = allowed;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    boolean refused = subscriptions.incrementAndGet() > allowed;
    subscriber.onSubscribe(new Cursor(subscriber));
    if (refused) {
      subscriber.onError(new IllegalStateException("this body was asked for twice"));
    }
  }

  private final class Cursor implements Flow.Subscription {
    private final Flow.Subscriber<? super ByteBuffer> subscriber;
    private int position;
    private long demand;
    private boolean publishing;
    private boolean ended;

    Cursor(Flow.Subscriber<? super ByteBuffer> subscriber) {
      this.subscriber = subscriber;
      this.ended = subscriptions.get() > allowed;
    }

    @Override
    public void request(long n) {
      synchronized (this) {
        demand = Math.addExact(Math.min(demand, Long.MAX_VALUE / 2), Math.min(n, 1L << 60));
        if (publishing) {
          return;
        }
        publishing = true;
      }
      while (publishNext()) {
        // one piece at a time, so that a request from onNext only adds to the demand
      }
    }

    private boolean publishNext() {
      ByteBuffer next;
      synchronized (this) {
        if (ended || (demand == 0 && position < bytes.length)) {
          publishing = false;
          return false;
        }
        if (position == bytes.length) {
          ended = true;
          next = null;
        } else {
          demand--;
          int size = Math.min(PIECE, bytes.length - position);
          next = ByteBuffer.wrap(bytes, position, size).slice().asReadOnlyBuffer();
          position += size;
        }
      }
      if (next == null) {
        subscriber.onComplete();
      } else {
        subscriber.onNext(next);
      }
      return true;
    }

    @Override
    public synchronized void cancel() {
      ended = true;
    }
  }
}

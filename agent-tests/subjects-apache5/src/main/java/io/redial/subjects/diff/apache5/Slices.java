package io.redial.subjects.diff.apache5;

import java.nio.ByteBuffer;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A reactive body of an application's own: slices on demand, on the asking thread. */
final class Slices implements Publisher<ByteBuffer> {
  private static final int SLICE = 5000;

  private final byte[] body;

  Slices(byte[] body) {
    this.body = body;
  }

  @Override
  public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
    subscriber.onSubscribe(new Slicing(subscriber));
  }

  private final class Slicing implements Subscription {
    private final Subscriber<? super ByteBuffer> subscriber;
    private int from;
    private long demand;
    private boolean giving;
    private boolean over;

    Slicing(Subscriber<? super ByteBuffer> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void request(long n) {
      synchronized (this) {
        demand += Math.min(n, 1L << 40);
        if (giving) {
          return;
        }
        giving = true;
      }
      while (giveNext()) {
        // One at a time; a request from onNext only adds to the demand.
      }
    }

    private boolean giveNext() {
      ByteBuffer next;
      synchronized (this) {
        if (over || (demand == 0 && from < body.length)) {
          giving = false;
          return false;
        }
        if (from == body.length) {
          over = true;
          next = null;
        } else {
          demand--;
          next = ByteBuffer.wrap(body, from, Math.min(SLICE, body.length - from)).slice();
          from += next.remaining();
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
      over = true;
    }
  }
}

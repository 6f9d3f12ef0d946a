package io.redial.client.jdk;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscription;

/**
 * Delivers to a late subscriber what was kept, and then the rest as it arrives. Signals may arrive
 * on any thread; the subscriber gets them one at a time, and never while the monitor is held.
 */
final class KeptSubscription implements Subscription, DeliveredBody.Ahead {
  private final BodySubscriber<?> subscriber;
  private final Subscription rest;
  private final CompletableFuture<?> body;
  private final Deque<List<ByteBuffer>> pieces = new ArrayDeque<>();
  private final Signals signals = new Signals(this, this::signal);
  private long demand;
  private long asked;
  private Throwable failure;

  /** What the subscriber threw. */
  private volatile Throwable applications;

  private boolean complete;
  private boolean finished;

  /** The piece that the subscriber is getting, or got last. */
  private List<ByteBuffer> taken;

  /**
   * Creates a subscription that begins with {@link #begin}.
   *
   * @param rest where further buffers come from, or null if those kept are all
   * @param asked how many further pieces were already requested
   * @param body fails when the subscriber fails, as in the client, whether or not the subscriber's
   *     own body does
   */
  KeptSubscription(
      BodySubscriber<?> subscriber,
      List<ByteBuffer> kept,
      Subscription rest,
      long asked,
      CompletableFuture<?> body) {
    this.subscriber = subscriber;
    this.rest = rest;
    this.body = body;
    this.asked = asked;
    if (!kept.isEmpty()) {
      pieces.add(List.copyOf(kept));
    }
  }

  /** Begins the delivery; returns what the subscriber threw, or null. */
  Throwable begin() {
    try {
      subscriber.onSubscribe(this);
    } catch (Throwable original) {
      return original;
    }
    try {
      signals.begin();
    } catch (Throwable thrown) {
      if (thrown == applications) {
        return thrown;
      }
      throw thrown;
    }
    return null;
  }

  private void give(List<ByteBuffer> piece) {
    try {
      subscriber.onNext(piece);
    } catch (Throwable thrown) {
      applications = thrown;
      throw thrown;
    }
  }

  private void end(Throwable thrownOrNull) {
    try {
      if (thrownOrNull == null) {
        subscriber.onComplete();
      } else {
        subscriber.onError(thrownOrNull);
      }
    } catch (Throwable thrown) {
      applications = thrown;
      throw thrown;
    }
  }

  @Override
  public void request(long n) {
    synchronized (this) {
      if (n <= 0) {
        pieces.clear();
        failure = new IllegalArgumentException("non-positive subscription request: " + n);
      } else {
        demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
      }
    }
    try {
      signals.run();
    } catch (Throwable thrown) {
      if (thrown != applications) {
        throw thrown;
      }
      threw(thrown);
    }
    if (n <= 0) {
      leave(failure);
    }
  }

  /**
   * Reports to the subscriber what it threw on its own thread, as the client does on its threads.
   */
  private void threw(Throwable thrown) {
    synchronized (this) {
      finished = true;
      pieces.clear();
    }
    try {
      subscriber.onError(thrown);
    } catch (Throwable another) {
      // The client would not report it either.
    }
    leave(thrown);
  }

  /** Fails the body and drops the connection, as the client does. */
  private void leave(Throwable cause) {
    body.completeExceptionally(cause);
    if (rest != null) {
      rest.cancel();
    }
  }

  @Override
  public void cancel() {
    synchronized (this) {
      finished = true;
    }
    if (rest != null) {
      rest.cancel();
    }
  }

  void next(List<ByteBuffer> buffers) {
    synchronized (this) {
      asked--;
      pieces.add(buffers);
    }
    signals.run();
  }

  /**
   * Ends the delivery with a failure. After an end, the failure is what the subscriber threw there.
   */
  void fail(Throwable thrown) {
    boolean isLate;
    synchronized (this) {
      isLate = finished && applications != null;
      failure = thrown;
    }
    if (isLate) {
      subscriber.onError(thrown); // As the client does.
    } else {
      signals.run();
    }
  }

  void complete() {
    synchronized (this) {
      complete = true;
    }
    signals.run();
  }

  private Runnable signal() {
    if (finished) {
      return null;
    }
    if (!pieces.isEmpty()) {
      if (demand == 0) {
        return null;
      }
      demand--;
      List<ByteBuffer> piece = pieces.poll();
      taken = piece;
      return () -> give(piece);
    }
    if (failure != null) {
      finished = true;
      return () -> end(failure);
    }
    if (complete) {
      finished = true;
      return () -> end(null);
    }
    long more = demand - asked;
    if (more <= 0) {
      return null;
    }
    asked += more;
    return () -> rest.request(more);
  }

  // After a fault.

  @Override
  public Subscription client() {
    return rest;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // That very piece, not one with equal buffers.
  public synchronized void moveTo(BodyAfterFault<?> afterFault, List<ByteBuffer> delivered) {
    if (taken != null && taken != delivered) {
      afterFault.overtake(taken);
    }
    pieces.forEach(afterFault::overtake);
    pieces.clear();
    finished = true;
    if (failure != null) {
      afterFault.end(failure);
    } else if (complete) {
      afterFault.end(null);
    }
  }
}

package io.redial.client.jdk;

import io.redial.call.Exceptions;
import io.redial.call.GuardedPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow.Subscription;

/**
 * Delivers a resumable body to the application's subscriber: what the plan lets through, and no
 * more than the subscriber requests. One source at a time brings the bytes; the subscriber may
 * request on any thread.
 *
 * <p>The progress is kept in fields, which stay true when a method of Redial's fails (rule 1.4).
 */
final class DeliveredBody<T> {
  /**
   * A subscription that delivers the application's response and may hold undelivered pieces of it.
   */
  interface Ahead {
    /** Returns the client's own subscription. */
    Subscription client();

    /** Hands over everything that is still to be delivered. */
    void moveTo(BodyAfterFault<?> afterFault, List<ByteBuffer> delivered);
  }

  /** The client's own buffers have 16 KiB. */
  private static final int SMALL = 4096;

  final ApplicationBody<T> application;

  /** The internal fault, or null; once it is set, only {@link BodyAfterFault} delivers. */
  volatile Throwable fault;

  /** Whether a source is delivering a signal; after a fault, its thread continues the delivery. */
  volatile boolean isTold;

  volatile Throwable latestCut;

  /** Whether the application's response is over. */
  volatile boolean isOver;

  /** Whether that response was abandoned before its end. */
  volatile boolean isLeft;

  /** The subscription to that response. */
  volatile Subscription subscription;

  /** How many pieces the subscriber has requested and not received yet. Guarded by this. */
  long demand;

  /** The piece of that response that arrived last, and how many of its buffers were taken. */
  List<ByteBuffer> piece;

  int taken;

  final GuardedPlan plan;
  ByteBuffer letThrough;

  /** The buffers that the subscriber gets now. */
  List<ByteBuffer> seen;

  boolean isCounted;
  boolean hasRemainder;

  // Guarded by this.

  /** The buffers to deliver before the end, once the subscriber requests them; or null. */
  List<ByteBuffer> tail;

  /** The failure that follows the tail; null for an orderly end. */
  private Throwable failure;

  DeliveredBody(BodySubscriber<T> subscriber, GuardedPlan plan) {
    this.application = new ApplicationBody<>(subscriber);
    this.plan = plan;
  }

  synchronized long demand() {
    return demand;
  }

  /**
   * Delivers what the plan lets through of a piece.
   *
   * @return false if that is nothing
   */
  boolean deliver(List<ByteBuffer> next) {
    isCounted = false;
    if (plan.isVerbatim()) {
      pass(next);
    } else {
      filter(next);
    }
    if (seen.isEmpty()) {
      return false;
    }
    synchronized (this) {
      if (demand != Long.MAX_VALUE) {
        demand--;
      }
      isCounted = true;
    }
    application.next(seen);
    return true;
  }

  private void pass(List<ByteBuffer> next) {
    plan.passed(bytes(next));
    boolean reads = plan.next() == Next.READ;
    seen = reads ? compact(next) : List.of();
    taken = reads ? next.size() : 0;
  }

  private void filter(List<ByteBuffer> next) {
    List<ByteBuffer> copies = new ArrayList<>(1);
    seen = copies;
    for (ByteBuffer bytes : next) {
      ByteBuffer through = plan.take(bytes);
      letThrough = through;
      taken++;
      if (through.hasRemaining()) {
        copies.add(copy(through));
      }
      letThrough = null;
      if (plan.next() != Next.READ) {
        break;
      }
    }
  }

  /**
   * Copies the small buffers of a piece that another response has brought. Each connection begins
   * with a large buffer, all of which a subscriber that keeps a few bytes of it would keep alive.
   */
  private List<ByteBuffer> compact(List<ByteBuffer> next) {
    if (!isOver) {
      return next; // The application's own response, as without Redial.
    }
    List<ByteBuffer> compacted = new ArrayList<>(next.size());
    for (ByteBuffer buffer : next) {
      compacted.add(buffer.remaining() < SMALL ? copy(buffer) : buffer);
    }
    return compacted;
  }

  /** Returns the number of bytes in a piece of a body. */
  private static long bytes(List<ByteBuffer> piece) {
    long bytes = 0;
    for (ByteBuffer buffer : piece) {
      bytes += buffer.remaining();
    }
    return bytes;
  }

  /** Copies bytes, because applications keep what they are given and plans reuse their buffers. */
  private static ByteBuffer copy(ByteBuffer bytes) {
    ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
    return copy.put(bytes).flip().asReadOnlyBuffer();
  }

  /**
   * Ends a body that is not resumed. Delivers what was held back as soon as the subscriber requests
   * it, and then the end.
   */
  void end(Throwable cut) {
    synchronized (this) {
      if (tail != null) {
        return; // The body ends once the tail is delivered.
      }
    }
    boolean threw = application.threw();
    List<ByteBuffer> last = List.of();
    if (!threw) {
      ByteBuffer remainder = plan.remainder();
      letThrough = remainder;
      hasRemainder = true;
      if (remainder.hasRemaining()) {
        last = List.of(copy(remainder));
      }
      seen = last;
      isCounted = false;
      letThrough = null;
    }
    Throwable thrown = threw ? cut : plan.endOf(cut);
    if (last.isEmpty()) {
      finish(thrown);
      return;
    }
    synchronized (this) {
      tail = last;
      failure = thrown;
    }
    deliverTail();
  }

  /**
   * Delivers the tail if there is demand. Reports to the subscriber what it throws, as the client
   * does.
   */
  void deliverTail() {
    List<ByteBuffer> last;
    synchronized (this) {
      last = demand > 0 ? tail : null;
      if (last == null) {
        return;
      }
      tail = null;
    }
    try {
      application.next(last);
      finish(failure);
    } catch (Throwable thrown) {
      if (thrown != application.thrown) {
        throw thrown;
      }
      application.fail(thrown);
    }
  }

  private void finish(Throwable thrownOrNull) {
    if (thrownOrNull == null) {
      application.complete();
    } else {
      application.fail(thrownOrNull);
    }
  }

  // After a fault.

  /** Records an internal fault; rethrows what the application's own code threw. */
  void broke(Throwable thrown) {
    if (thrown == application.thrown) {
      throw Exceptions.sneakyThrow(thrown);
    }
    if (fault == null) {
      fault = thrown;
    }
  }

  /** Handles a request by the application, which is counted in the demand already. */
  void requestAfterFault(long n, Subscription source) {
    leave(source);
    BodyAfterFault<T> begun = application.afterFault;
    if (n <= 0 && begun != null) {
      begun.request(n);
    }
    settle();
  }

  /** Handles a cancellation by the application. */
  void cancelAfterFault(Subscription source) {
    synchronized (application) {
      application.ended = true;
      application.isAbandoned = true;
    }
    leave(source);
    BodyAfterFault<T> begun = application.afterFault;
    if (begun == null) {
      isOver = true;
      isLeft = true;
      settle();
    } else {
      begun.cancel();
    }
  }

  /** Cancels a source unless it is the application's own response: no other one is of use. */
  @SuppressWarnings("ReferenceEquality") // Whether it is that very source.
  private void leave(Subscription source) {
    if (source != null && source != subscription) {
      source.cancel();
    }
  }

  /** Delivers what is pending, unless a source is delivering a signal. */
  void settle() {
    if (!isTold) {
      afterFault().drain();
    }
  }

  /** Delivers a piece of the application's response. */
  @SuppressWarnings("ReferenceEquality") // That very piece, not one with equal buffers.
  void giveAfterFault(List<ByteBuffer> next) {
    BodyAfterFault<T> afterFault = afterFault();
    if (next != piece) {
      afterFault.next(next);
    }
    afterFault.drain();
  }

  /** Ends the application's response. */
  void endAfterFault(Throwable cut) {
    if (!isOver) {
      isOver = true;
      latestCut = cut;
    }
    BodyAfterFault<T> afterFault = afterFault();
    afterFault.end(latestCut);
    afterFault.drain();
  }

  /** Returns the object that takes over after a fault; created on the first call. */
  private BodyAfterFault<T> afterFault() {
    synchronized (plan) {
      if (application.afterFault == null) {
        application.afterFault = BodyAfterFault.of(this);
      }
      return application.afterFault;
    }
  }
}

package io.redial.client.jdk;

import io.redial.call.GuardedPlan;
import io.redial.call.Rethrow;
import io.redial.policy.stream.StreamPlan.Next;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow.Subscription;

/**
 * What the application's subscriber gets of a body that goes on: what the plan lets through, and no
 * more than it asks for. Told by one source at a time; the subscriber may ask on any thread.
 *
 * <p>How far that has come is in fields, which stay true when a method of Redial's fails (rule
 * 1.4).
 */
final class DeliveredBody<T> {
  /** What brings the application's response, and may have more of it. */
  interface Ahead {
    /** Where it has it from. */
    Subscription client();

    /** Gives away all that is still to be delivered. */
    void moveTo(BodyAfterFault<?> afterFault, List<ByteBuffer> delivered);
  }

  final ApplicationBody<T> application;

  /** A fault of Redial's: from now on there is only {@link BodyAfterFault}. */
  volatile Throwable fault;

  /** A source is telling something: after a fault, its thread goes on. */
  volatile boolean isTold;

  volatile Throwable latestCut;

  /** The application's response is over. */
  volatile boolean isOver;

  /** Its end did not come: it was left. */
  volatile boolean isLeft;

  /** Where that response comes from. */
  volatile Subscription subscription;

  /** How much the subscriber has asked for and not got yet. Guarded by this. */
  long demand;

  /** The piece of that response that came last, and how many of its buffers were taken. */
  List<ByteBuffer> piece;

  int taken;

  final GuardedPlan plan;
  ByteBuffer letThrough;

  /** What the subscriber is to get now. */
  List<ByteBuffer> seen;

  boolean isCounted;
  boolean hasRemainder;

  // Guarded by this.

  /** What is left to deliver, with the end after it, once the subscriber asks; or null. */
  List<ByteBuffer> tail;

  /** What the body ends with after that; null for its orderly end. */
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
    seen = reads ? next : List.of();
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

  /** How many there are in a piece of a body. */
  private static long bytes(List<ByteBuffer> piece) {
    long bytes = 0;
    for (ByteBuffer buffer : piece) {
      bytes += buffer.remaining();
    }
    return bytes;
  }

  /** Applications keep what they are given, and plans use it again. */
  private static ByteBuffer copy(ByteBuffer bytes) {
    ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
    return copy.put(bytes).flip().asReadOnlyBuffer();
  }

  /**
   * The body does not go on: what was held back is delivered as soon as the subscriber asks for it,
   * and then the end.
   */
  void end(Throwable cut) {
    synchronized (this) {
      if (tail != null) {
        return; // It ends once that is delivered.
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

  /** What is left, if the subscriber wants it; what it throws it is told, as by the client. */
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

  /** Something was thrown: the application's own goes on. */
  void broke(Throwable thrown) {
    if (thrown == application.thrown) {
      throw Rethrow.asIs(thrown);
    }
    if (fault == null) {
      fault = thrown;
    }
  }

  /** The application has asked for more, which is counted. */
  void requestAfterFault(long n, Subscription source) {
    leave(source);
    BodyAfterFault<T> begun = application.afterFault;
    if (n <= 0 && begun != null) {
      begun.request(n);
    }
    settle();
  }

  /** The application wants nothing more. */
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

  /** A source is of use only if it is the application's own response. */
  @SuppressWarnings("ReferenceEquality") // The source that is under way, or another one.
  private void leave(Subscription source) {
    if (source != null && source != subscription) {
      source.cancel();
    }
  }

  /** The application gets what there is, unless a source is telling it something. */
  void settle() {
    if (!isTold) {
      afterFault().drain();
    }
  }

  /** A piece of the application's response comes. */
  @SuppressWarnings("ReferenceEquality") // That very piece, not one with equal buffers.
  void giveAfterFault(List<ByteBuffer> next) {
    BodyAfterFault<T> afterFault = afterFault();
    if (next != piece) {
      afterFault.next(next);
    }
    afterFault.drain();
  }

  /** The application's response ends. */
  void endAfterFault(Throwable cut) {
    if (!isOver) {
      isOver = true;
      latestCut = cut;
    }
    BodyAfterFault<T> afterFault = afterFault();
    afterFault.end(latestCut);
    afterFault.drain();
  }

  /** Begins to do without all that may have failed. */
  private BodyAfterFault<T> afterFault() {
    synchronized (plan) {
      if (application.afterFault == null) {
        application.afterFault = BodyAfterFault.of(this);
      }
      return application.afterFault;
    }
  }
}

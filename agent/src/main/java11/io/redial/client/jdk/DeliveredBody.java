package io.redial.client.jdk;

import io.redial.call.GuardedPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What the application's subscriber gets of a body that goes on: what the plan lets through, and no
 * more than it asks for. Told by one source at a time; the subscriber may ask on any thread.
 */
final class DeliveredBody<T> {
  final ApplicationBody<T> application;
  private final GuardedPlan plan;

  // Guarded by this.
  private long demand;

  /** What is left to deliver, with the end after it, once the subscriber asks; or null. */
  private List<ByteBuffer> tail;

  /** What the body ends with after that; null for its orderly end. */
  private Throwable failure;

  DeliveredBody(BodySubscriber<T> subscriber, GuardedPlan plan) {
    this.application = new ApplicationBody<>(subscriber);
    this.plan = plan;
  }

  /** How much the subscriber has asked for and not got yet. */
  synchronized long demand() {
    return demand;
  }

  /** The subscriber asks for more; {@link #deliverTail} has to follow. */
  synchronized void demanded(long n) {
    demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
  }

  /**
   * Delivers what the plan lets through of a piece.
   *
   * @return false if that is nothing
   */
  boolean deliver(List<ByteBuffer> piece) {
    List<ByteBuffer> seen = seen(piece);
    if (seen.isEmpty()) {
      return false;
    }
    synchronized (this) {
      if (demand != Long.MAX_VALUE) {
        demand--;
      }
    }
    application.next(seen);
    return true;
  }

  private List<ByteBuffer> seen(List<ByteBuffer> piece) {
    if (plan.isVerbatim()) {
      plan.passed(bytes(piece));
      return plan.next() == Next.READ ? piece : List.of();
    }
    List<ByteBuffer> seen = new ArrayList<>(1);
    for (ByteBuffer bytes : piece) {
      addCopy(plan.take(bytes), seen);
      if (plan.next() != Next.READ) {
        break;
      }
    }
    return seen;
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
  private static void addCopy(ByteBuffer bytes, List<ByteBuffer> to) {
    if (bytes.hasRemaining()) {
      ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
      to.add(copy.put(bytes).flip().asReadOnlyBuffer());
    }
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
    List<ByteBuffer> last = new ArrayList<>(1);
    if (!threw) {
      addCopy(plan.remainder(), last);
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

  /** What is left, if the subscriber wants it. */
  void deliverTail() {
    List<ByteBuffer> last;
    synchronized (this) {
      last = demand > 0 ? tail : null;
      if (last == null) {
        return;
      }
      tail = null;
    }
    application.next(last);
    finish(failure);
  }

  private void finish(Throwable thrownOrNull) {
    if (thrownOrNull == null) {
      application.complete();
    } else {
      application.fail(thrownOrNull);
    }
  }
}

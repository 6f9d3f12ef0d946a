package io.redial.client.apache5;

import io.redial.call.GuardedPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;

/**
 * Delivers a resumable body to the application's consumer: what the plan lets through, at the
 * consumer's own pace. Used by one source at a time.
 */
final class DeliveredBody<T> {
  final ApplicationConsumer<T> application;
  private final GuardedPlan plan;
  private final RelayedCapacity capacity = new RelayedCapacity();
  private final AtomicBoolean isOver = new AtomicBoolean();

  /** What the plan has let through of the latest bytes, until the consumer is given it. */
  private ByteBuffer undelivered;

  /** Whether the plan has seen the bytes that are being delivered. */
  private boolean taken;

  DeliveredBody(HttpOutcome<T> call, GuardedPlan plan) {
    this.application = new ApplicationConsumer<>(call);
    this.plan = plan;
  }

  /** Called when the connection of the source has used up its capacity. */
  void updateCapacity(CapacityChannel channel) throws IOException {
    application.tell(
        () -> capacity.updateFrom(channel, granted -> application.enter().updateCapacity(granted)));
  }

  /** Called when the connection of the source is gone. */
  void leaveConnection() {
    capacity.leave();
  }

  /**
   * Delivers what the plan lets through of the bytes that a source has sent.
   *
   * @return whether to go on reading that source
   */
  boolean deliver(ByteBuffer bytes) throws IOException {
    int arrived = bytes.remaining();
    ByteBuffer seen = plan.take(bytes);
    undelivered = seen;
    taken = true;
    boolean readsOn = plan.next() == Next.READ;
    // Counted first, because the application may grant capacity for the bytes as soon as it has
    // them.
    capacity.use(arrived, seen.remaining());
    if (seen.hasRemaining() || arrived == 0) {
      application.tell(
          () -> {
            AsyncResponseConsumer<T> consumer = application.enter();
            undelivered = null;
            consumer.consume(seen);
          });
    }
    undelivered = null;
    taken = false;
    return readsOn;
  }

  /**
   * Returns, after an internal fault, what the consumer has not got of the latest bytes and of what
   * was held back before.
   *
   * @param bytes the latest bytes, from their beginning
   */
  ByteBuffer rest(Throwable fault, ByteBuffer bytes) {
    ByteBuffer seen = undelivered;
    undelivered = null;
    return taken ? plan.rest(fault, seen) : plan.takeAfterFault(fault, bytes);
  }

  /** Delivers what was held back of the body, because the body is not resumed any more. */
  void deliverRemainder() throws IOException {
    if (application.threw() || !isOver.compareAndSet(false, true)) {
      return;
    }
    ByteBuffer last = plan.remainder();
    undelivered = last;
    taken = true;
    if (last.hasRemaining()) {
      application.tell(
          () -> {
            AsyncResponseConsumer<T> consumer = application.enter();
            undelivered = null;
            consumer.consume(last);
          });
    }
  }
}

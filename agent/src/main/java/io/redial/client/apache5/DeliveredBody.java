package io.redial.client.apache5;

import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.nio.CapacityChannel;

/**
 * What the application's consumer gets of a body that goes on: what the plan lets through, at the
 * consumer's own pace. Told by one source at a time.
 */
final class DeliveredBody<T> {
  final ApplicationConsumer<T> application;
  private final StreamPlan plan;
  private final RelayedCapacity capacity = new RelayedCapacity();
  private final AtomicBoolean isOver = new AtomicBoolean();

  DeliveredBody(HttpOutcome<T> call, StreamPlan plan) {
    this.application = new ApplicationConsumer<>(call);
    this.plan = plan;
  }

  /** The connection of the source has used up its capacity. */
  void updateCapacity(CapacityChannel channel) throws IOException {
    application.tell(() -> capacity.updateFrom(channel, application.consumer));
  }

  /** The connection of the source is gone. */
  void leaveConnection() {
    capacity.leave();
  }

  /**
   * Delivers what the plan lets through of the bytes that a source has brought.
   *
   * @return whether that source is to be read on
   */
  boolean deliver(ByteBuffer bytes) throws IOException {
    int arrived = bytes.remaining();
    ByteBuffer seen = plan.take(bytes);
    boolean readsOn = plan.next() == Next.READ;
    // Before the application can grant what it is given.
    capacity.use(arrived, seen.remaining());
    if (seen.hasRemaining() || arrived == 0) {
      application.tell(() -> application.consumer.consume(seen));
    }
    return readsOn;
  }

  /** The body does not go on: delivers what was held back of it. */
  void deliverRemainder() throws IOException {
    if (application.threw() || !isOver.compareAndSet(false, true)) {
      return;
    }
    ByteBuffer last = plan.remainder();
    if (last.hasRemaining()) {
      application.tell(() -> application.consumer.consume(last));
    }
  }
}

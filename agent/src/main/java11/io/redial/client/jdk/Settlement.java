package io.redial.client.jdk;

import java.net.http.HttpClient;
import java.util.concurrent.CountDownLatch;

/**
 * Whether a call has its outcome, or its client has taken a further attempt: a thread that shuts
 * the client down waits for this. Nothing is allocated until a thread does. Thread-safe.
 */
abstract class Settlement {
  final HttpClient client;
  private final UnsettledCalls unsettled;
  private volatile boolean open;
  private volatile boolean finished;
  private volatile boolean outcomeAwaited;
  private volatile CountDownLatch settled;

  Settlement(HttpClient client, UnsettledCalls unsettled) {
    this.client = client;
    this.unsettled = unsettled;
  }

  @SuppressWarnings("ReferenceEquality") // The same client, not an equal one.
  final boolean isOf(HttpClient other) {
    return client == other;
  }

  /**
   * What to wait for.
   *
   * @param outcome whether for the outcome only, and not for an attempt that leads there
   */
  final synchronized CountDownLatch settled(boolean outcome) {
    outcomeAwaited |= outcome;
    if (settled == null) {
      settled = new CountDownLatch(1);
      if (finished) {
        settled.countDown();
      }
    }
    return settled;
  }

  /** Whether another thread waits or has waited for it. */
  final boolean isAwaited() {
    return settled != null;
  }

  /** A response was given up on. */
  final void unsettled() {
    open = true;
    unsettled.add(this);
  }

  /** The client has taken a further attempt. */
  final void taken() {
    leave();
    if (!outcomeAwaited) {
      release();
    }
  }

  /** The application has its outcome. */
  final void outcomeGiven() {
    finished = true;
    leave();
    release();
  }

  private void leave() {
    if (open) {
      open = false;
      unsettled.remove(this);
    }
  }

  private void release() {
    CountDownLatch awaited = settled;
    if (awaited != null) {
      awaited.countDown();
    }
  }
}

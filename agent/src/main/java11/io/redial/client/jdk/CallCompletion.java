package io.redial.client.jdk;

import java.net.http.HttpClient;
import java.util.concurrent.CountDownLatch;

/**
 * Records whether a call has its outcome, or its client has accepted a further attempt. A thread
 * that shuts the client down waits for this. Nothing is allocated until a thread does. Thread-safe.
 */
abstract class CallCompletion {
  final HttpClient client;
  private final PendingCalls unsettled;
  private volatile boolean open;
  private volatile boolean finished;
  private volatile boolean outcomeAwaited;
  private volatile CountDownLatch settled;

  CallCompletion(HttpClient client, PendingCalls unsettled) {
    this.client = client;
    this.unsettled = unsettled;
  }

  @SuppressWarnings("ReferenceEquality") // The same client, not an equal one.
  final boolean isOf(HttpClient other) {
    return client == other;
  }

  /**
   * Returns the latch to wait for.
   *
   * @param outcome whether to wait for the outcome only, and not for an attempt that leads to it
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

  /** Whether another thread waits or has waited for the call. */
  final boolean isAwaited() {
    return settled != null;
  }

  /** Called when a response was given up on. */
  final void unsettled() {
    open = true;
    unsettled.add(this);
  }

  /** Called when the client has accepted a further attempt. */
  final void taken() {
    leave();
    if (!outcomeAwaited) {
      release();
    }
  }

  /** Called when the application has its outcome. */
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

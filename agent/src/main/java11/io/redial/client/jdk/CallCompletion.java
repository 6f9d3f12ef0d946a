package io.redial.client.jdk;

import java.net.http.HttpClient;
import java.util.concurrent.CountDownLatch;

/**
 * Records whether a call has its outcome, or its client has accepted a further attempt. A thread
 * that shuts the client down waits for this. A call has none until a response is given up on.
 * Thread-safe.
 */
final class CallCompletion {
  final HttpClient client;
  private final PendingCalls pending;
  private volatile boolean open;
  private volatile boolean finished;
  private volatile boolean outcomeAwaited;
  private volatile CountDownLatch settled;

  CallCompletion(HttpClient client, PendingCalls pending) {
    this.client = client;
    this.pending = pending;
  }

  /**
   * Returns the latch to wait for.
   *
   * @param outcome whether to wait for the outcome only, and not for an attempt that leads to it
   */
  synchronized CountDownLatch settled(boolean outcome) {
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
  boolean isAwaited() {
    return settled != null;
  }

  /** Called when a response was given up on. */
  void unsettled() {
    open = true;
    pending.givenUp.add(this);
    if (finished) { // Cancelled meanwhile.
      leave();
    }
  }

  /** Called when the client has accepted a further attempt. */
  void taken() {
    leave();
    if (!outcomeAwaited) {
      release();
    }
  }

  /** Called when the application has its outcome. */
  void outcomeGiven() {
    finished = true;
    leave();
    release();
  }

  private void leave() {
    if (open) {
      open = false;
      pending.givenUp.remove(this);
    }
  }

  private void release() {
    CountDownLatch awaited = settled;
    if (awaited != null) {
      awaited.countDown();
    }
  }
}

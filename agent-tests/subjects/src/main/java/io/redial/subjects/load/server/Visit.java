package io.redial.subjects.load.server;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What the server saw of the requests that have one id, and the hold that a test has on them. */
public final class Visit {
  private static final long PATIENCE_SECONDS = 60;

  private final AtomicInteger seen = new AtomicInteger();
  private final AtomicInteger broken = new AtomicInteger();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch refused = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  Visit() {}

  /** How many requests came. */
  public int seen() {
    return seen.get();
  }

  /** How many of them broke off before the response was sent. */
  public int broken() {
    return broken.get();
  }

  /** Waits until a request is held half way. */
  public void awaitHeld() throws InterruptedException {
    await(held, "held");
  }

  /** Waits until a request was answered with a 503. */
  public void awaitRefused() throws InterruptedException {
    await(refused, "refused");
  }

  /** Lets held requests go on, now and later. */
  public void release() {
    released.countDown();
  }

  int arrive() {
    return seen.incrementAndGet();
  }

  void hold() {
    held.countDown();
    try {
      await(released, "released");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void refuse() {
    refused.countDown();
  }

  void breakOff() {
    broken.incrementAndGet();
  }

  private static void await(CountDownLatch event, String what) throws InterruptedException {
    if (!event.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("was not " + what + " in " + PATIENCE_SECONDS + " s");
    }
  }
}

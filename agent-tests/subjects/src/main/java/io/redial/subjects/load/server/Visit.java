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

  /** Waits until a request is held half way, for so many milliseconds; says whether one is. */
  public boolean awaitHeld(long millis) throws InterruptedException {
    return held.await(millis, TimeUnit.MILLISECONDS);
  }

  /** The same for a request that is answered with a 503. */
  public boolean awaitRefused(long millis) throws InterruptedException {
    return refused.await(millis, TimeUnit.MILLISECONDS);
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
      released.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
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
}

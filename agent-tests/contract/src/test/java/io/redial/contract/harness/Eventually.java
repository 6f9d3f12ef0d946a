package io.redial.contract.harness;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Waiting for something that has to happen, with the patience that a busy machine needs. */
public final class Eventually {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private Eventually() {}

  /**
   * Waits until a number stays the same for a moment: the agent writes its lines on a thread of its
   * own, soon after what they are about.
   */
  public static void quiet(Supplier<Integer> count) {
    AtomicInteger last = new AtomicInteger(-1);
    AtomicInteger same = new AtomicInteger();
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              int now = count.get();
              return last.getAndSet(now) == now
                  ? same.incrementAndGet() >= 4
                  : same.getAndSet(0) < 0;
            });
  }

  /** Waits until the condition holds. */
  public static void until(Callable<Boolean> condition) {
    await()
        .atMost(PATIENCE)
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20))
        .until(condition);
  }
}

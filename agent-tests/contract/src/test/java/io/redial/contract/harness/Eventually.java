package io.redial.contract.harness;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waiting for something that has to happen, with the patience that a busy machine needs. */
public final class Eventually {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private Eventually() {}

  /** Waits until the condition holds. */
  public static void until(Callable<Boolean> condition) {
    await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(condition);
  }
}

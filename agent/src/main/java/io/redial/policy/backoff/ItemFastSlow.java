package io.redial.policy.backoff;

import java.time.Duration;

/**
 * Waits a short time after the first failures of an item, and a long time after all that follow
 * (rule 4.2; client-go's TypedItemFastSlowRateLimiter).
 *
 * <p>Thread-safe. Counts the failures of at most 100,000 items; beyond that, the item that failed
 * least recently is forgotten.
 */
public final class ItemFastSlow<K> implements Backoff<K> {
  private final FailureCounts<K> failures = new FailureCounts<>();
  private final Duration fast;
  private final Duration slow;
  private final int fastAttempts;

  /**
   * Creates a backoff without failures.
   *
   * @param fast the delay after the first failures, zero or more
   * @param slow the delay after the others, zero or more
   * @param fastAttempts how many delays are fast, 0 or more
   * @throws IllegalArgumentException if one of them is negative
   */
  public ItemFastSlow(Duration fast, Duration slow, int fastAttempts) {
    this.fast = Delays.checked("fast", fast);
    this.slow = Delays.checked("slow", slow);
    if (fastAttempts < 0) {
      throw new IllegalArgumentException("fastAttempts must not be negative: " + fastAttempts);
    }
    this.fastAttempts = fastAttempts;
  }

  @Override
  public Duration when(K item) {
    return failures.increment(item) < fastAttempts ? fast : slow;
  }

  @Override
  public void forget(K item) {
    failures.forget(item);
  }

  @Override
  public int retries(K item) {
    return failures.get(item);
  }
}

package io.redial.policy.backoff;

import java.time.Duration;

/**
 * Doubles the delay with each failure of an item: {@code base * 2^n} after n earlier failures, at
 * most {@code max}, which is also the delay if the product would overflow (rule 4.2; client-go's
 * TypedItemExponentialFailureRateLimiter).
 *
 * <p>Exact to the nanosecond; delays beyond 292 years count as 292 years. Thread-safe. Counts the
 * failures of at most 100,000 items; beyond that, the item that failed least recently is forgotten.
 */
public final class ItemExponentialFailure<K> implements Backoff<K> {
  private final FailureCounts<K> failures = new FailureCounts<>();
  private final long base;
  private final long max;

  /**
   * Creates a backoff without failures.
   *
   * @param base the first delay, zero or more; zero stays zero
   * @param max the longest delay, zero or more; if it is less than {@code base}, it is every delay
   * @throws IllegalArgumentException if one of them is negative
   */
  public ItemExponentialFailure(Duration base, Duration max) {
    this.base = Delays.nanos("base", base);
    this.max = Delays.nanos("max", max);
  }

  @Override
  public Duration when(K item) {
    return Duration.ofNanos(Math.min(max, doubled(failures.increment(item))));
  }

  private long doubled(int times) {
    if (base == 0) {
      return 0;
    }
    boolean overflows = times >= Long.numberOfLeadingZeros(base);
    return overflows ? Long.MAX_VALUE : base << times;
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

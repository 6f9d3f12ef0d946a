package io.redial.policy.backoff;

import io.redial.policy.rate.Clock;
import io.redial.policy.rate.RateLimit;
import java.time.Duration;

/**
 * Spaces the retries of all items together: up to {@code burst} at once, {@code qps} a second in
 * the long run (rule 4.2; client-go's TypedBucketRateLimiter). Each {@link #when} takes a token,
 * even one that is not available yet, and returns the time until it is. Thread-safe.
 */
public final class Bucket<K> implements Backoff<K> {
  private final RateLimit limit;

  /**
   * Creates a full bucket.
   *
   * @param qps retries per second, above 0 and finite
   * @param burst retries at once, 1 or more
   * @throws IllegalArgumentException if a number is out of range
   */
  public Bucket(double qps, int burst, Clock clock) {
    this(new RateLimit(qps, burst, clock));
  }

  Bucket(RateLimit limit) {
    this.limit = limit;
  }

  @Override
  public Duration when(K item) {
    return Duration.ofNanos(limit.reserve());
  }

  /** Does nothing: a token that was taken stays taken. */
  @Override
  public void forget(K item) {}

  /** Returns zero: failures are not counted by item. */
  @Override
  public int retries(K item) {
    return 0;
  }
}

package io.redial.policy.backoff;

import java.time.Duration;

/**
 * Limits the delays of another backoff (client-go's TypedWithMaxWaitRateLimiter). As thread-safe as
 * the other backoff.
 */
public final class WithMaxWait<K> implements Backoff<K> {
  private final Backoff<K> backoff;
  private final Duration max;

  /**
   * Creates a backoff that limits the delays of {@code backoff}.
   *
   * @param max the longest delay, zero or more
   * @throws IllegalArgumentException if it is negative
   */
  public WithMaxWait(Backoff<K> backoff, Duration max) {
    this.backoff = backoff;
    this.max = Delays.checked("max", max);
  }

  @Override
  public Duration when(K item) {
    return atMost(backoff.when(item));
  }

  @Override
  public Duration when(K item, Cause cause) {
    return atMost(backoff.when(item, cause));
  }

  private Duration atMost(Duration delay) {
    return delay.compareTo(max) > 0 ? max : delay;
  }

  @Override
  public void forget(K item) {
    backoff.forget(item);
  }

  @Override
  public int retries(K item) {
    return backoff.retries(item);
  }
}

package io.redial.policy.backoff;

import java.time.Duration;

/**
 * Always waits the same: {@code backoff=fixed:D} (rule 4.2). Keeps nothing, so {@link #retries} is
 * always 0. Thread-safe.
 */
public final class FixedBackoff<K> implements Backoff<K> {
  private final Duration delay;

  /**
   * A backoff of that delay.
   *
   * @param delay zero or more
   * @throws IllegalArgumentException if it is negative
   */
  public FixedBackoff(Duration delay) {
    this.delay = Delays.checked("delay", delay);
  }

  @Override
  public Duration when(K item) {
    return delay;
  }

  @Override
  public void forget(K item) {}

  /** Zero: nothing is counted. */
  @Override
  public int retries(K item) {
    return 0;
  }
}

package io.redial.policy.backoff;

import java.time.Duration;

/**
 * Always waits for the same time: {@code backoff=fixed:D}, and {@code backoff=none} (rule 4.2).
 * Keeps no counts, so {@link #retries} is always 0. Thread-safe.
 */
public final class FixedBackoff<K> implements Backoff<K> {
  private final Duration delay;

  /**
   * Creates a backoff with that delay.
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

  /** Returns zero: nothing is counted. */
  @Override
  public int retries(K item) {
    return 0;
  }
}

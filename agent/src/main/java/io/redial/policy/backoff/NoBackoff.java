package io.redial.policy.backoff;

import java.time.Duration;

/**
 * Never waits: {@code backoff=none} (rule 4.2). Keeps no counts, so {@link #retries} is always 0.
 * Thread-safe.
 */
public final class NoBackoff<K> implements Backoff<K> {

  /** Returns zero. */
  @Override
  public Duration when(K item) {
    return Duration.ZERO;
  }

  @Override
  public void forget(K item) {}

  /** Returns zero: nothing is counted. */
  @Override
  public int retries(K item) {
    return 0;
  }
}

package io.redial.policy.backoff;

import java.time.Duration;

/**
 * Never waits: {@code backoff=none} (rule 4.2). Keeps nothing, so {@link #retries} is always 0.
 * Thread-safe.
 */
public final class NoBackoff<K> implements Backoff<K> {

  /** Zero. */
  @Override
  public Duration when(K item) {
    return Duration.ZERO;
  }

  @Override
  public void forget(K item) {}

  /** Zero: nothing is counted. */
  @Override
  public int retries(K item) {
    return 0;
  }
}

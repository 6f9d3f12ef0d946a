package io.redial.policy.backoff;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Waits for the longest delay of several backoffs (rule 4.2; client-go's TypedMaxOfRateLimiter). It
 * always asks all of them, so a {@link Bucket} hands out a token even if another delay is longer.
 * As thread-safe as they are.
 */
public final class MaxOf<K> implements Backoff<K> {
  private final List<Backoff<K>> backoffs;

  /** Creates a backoff with the longest delay of these; zero if there are none. */
  public MaxOf(List<? extends Backoff<K>> backoffs) {
    this.backoffs = new ArrayList<>(backoffs);
  }

  @Override
  public Duration when(K item) {
    Duration longest = Duration.ZERO;
    for (Backoff<K> backoff : backoffs) {
      longest = longer(longest, backoff.when(item));
    }
    return longest;
  }

  @Override
  public Duration when(K item, Cause cause) {
    Duration longest = Duration.ZERO;
    for (Backoff<K> backoff : backoffs) {
      longest = longer(longest, backoff.when(item, cause));
    }
    return longest;
  }

  private static Duration longer(Duration one, Duration other) {
    return other.compareTo(one) > 0 ? other : one;
  }

  /** Ends the item's count in each of them. */
  @Override
  public void forget(K item) {
    // By index, because successful calls get here, too, and should not allocate an iterator.
    for (int i = 0; i < backoffs.size(); i++) {
      backoffs.get(i).forget(item);
    }
  }

  /** Returns the largest of their counts. */
  @Override
  public int retries(K item) {
    int most = 0;
    for (Backoff<K> backoff : backoffs) {
      most = Math.max(most, backoff.retries(item));
    }
    return most;
  }
}

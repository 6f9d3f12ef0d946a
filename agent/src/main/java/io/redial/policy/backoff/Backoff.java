package io.redial.policy.backoff;

import java.time.Duration;

/**
 * Computes how long the next retry of an item waits: client-go's {@code workqueue.TypedRateLimiter}
 * (rule 4.2). Implementations are thread-safe and bounded.
 *
 * @param <K> what failures are counted by: a call, a host, an item of a queue; needs {@code equals}
 *     and {@code hashCode}
 */
public interface Backoff<K> {

  /**
   * Counts one more failure of the item and returns how long its retry has to wait.
   *
   * @return zero or more, never null
   */
  Duration when(K item);

  /**
   * Does the same, given why the item is retried. An implementation whose delay depends on the
   * cause overrides this; others need not.
   */
  default Duration when(K item, Cause cause) {
    return when(item);
  }

  /** Ends the count of an item that succeeded or was given up; ignores an unknown item. */
  void forget(K item);

  /**
   * Returns how many failures of the item were counted since it was last forgotten (NumRequeues).
   */
  int retries(K item);
}

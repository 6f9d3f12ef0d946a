package io.redial.policy.backoff;

import java.time.Duration;

/**
 * How long the next retry of an item waits: client-go's {@code workqueue.TypedRateLimiter} (rule
 * 4.2). Implementations are thread-safe and bounded.
 *
 * @param <K> what failures are counted by: a call, a host, a queue's item; needs {@code equals} and
 *     {@code hashCode}
 */
public interface Backoff<K> {

  /**
   * Counts one more failure of the item and answers how long its retry waits.
   *
   * @return zero or more, never null
   */
  Duration when(K item);

  /**
   * The same, told why the item is retried. One that waits differently for different causes
   * overrides this; the others need not.
   */
  default Duration when(K item, Cause cause) {
    return when(item);
  }

  /** Ends the count of an item that succeeded or was given up; an unknown item is no error. */
  void forget(K item);

  /** How many failures of the item were counted since it was last forgotten (NumRequeues). */
  int retries(K item);
}

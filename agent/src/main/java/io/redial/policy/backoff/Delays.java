package io.redial.policy.backoff;

import java.time.Duration;

/**
 * Checks and converts durations: not negative, and at most the 292 years of nanoseconds in a long.
 */
final class Delays {
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private Delays() {}

  /** Returns the delay, or throws an {@link IllegalArgumentException} if it is negative. */
  static Duration checked(String name, Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException(name + " must not be negative: " + delay);
    }
    return delay;
  }

  static long nanos(String name, Duration delay) {
    return nanos(checked(name, delay));
  }

  static long nanos(Duration delay) {
    return delay.compareTo(LONGEST) < 0 ? delay.toNanos() : Long.MAX_VALUE;
  }
}

package io.redial.policy.backoff;

import java.time.Duration;

/** Durations as this package takes them: not negative, and at most the 292 years of a long. */
final class Delays {
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private Delays() {}

  /** Refuses what cannot be waited for. */
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

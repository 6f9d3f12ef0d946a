package io.redial.policy.backoff;

import java.time.Duration;

/** Checks, converts and formats durations. */
final class Delays {
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
  private static final String[] UNITS = {"d", "h", "m"};
  private static final long[] SECONDS = {86_400, 3_600, 60};

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

  /** Returns nanoseconds, at most the 292 years that fit in a long. */
  static long nanos(Duration delay) {
    return delay.compareTo(LONGEST) < 0 ? delay.toNanos() : Long.MAX_VALUE;
  }

  /** Returns a duration as options write it: in the largest unit that is exact, e.g. {@code 1h}. */
  static String text(Duration duration) {
    long seconds = duration.getSeconds();
    int nanos = duration.getNano();
    if (nanos != 0) {
      boolean wholeMillis = nanos % 1_000_000 == 0 && seconds < Integer.MAX_VALUE;
      return wholeMillis ? duration.toMillis() + "ms" : duration.toString();
    }
    for (int i = 0; i < UNITS.length; i++) {
      if (seconds != 0 && seconds % SECONDS[i] == 0) {
        return seconds / SECONDS[i] + UNITS[i];
      }
    }
    return seconds + "s";
  }
}

package io.redial.policy.backoff;

import java.time.Duration;

/**
 * Formats a duration as options write it: in the largest unit that is exact, {@code 1h} for 60
 * minutes.
 */
final class DurationText {
  private static final String[] UNITS = {"d", "h", "m"};
  private static final long[] SECONDS = {86_400, 3_600, 60};

  private DurationText() {}

  static String of(Duration duration) {
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

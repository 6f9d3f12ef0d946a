package io.redial.cli;

/** Parses and formats periods such as {@code 90s}, {@code 12h} and {@code 1w}. */
final class Period {
  private static final long SECOND = 1_000_000_000L;
  private static final String UNITS = "smhdw";
  private static final long[] SECONDS = {1, 60, 3_600, 86_400, 7 * 86_400};

  private Period() {}

  /**
   * Returns nanoseconds, or -1 if the text is not a period or the period is longer than 292 years.
   */
  static long nanos(String text) {
    if (!text.matches("[0-9]{1,9}[" + UNITS + "]")) {
      return -1;
    }
    int last = text.length() - 1;
    long seconds =
        Long.parseLong(text.substring(0, last)) * SECONDS[UNITS.indexOf(text.charAt(last))];
    return seconds > Long.MAX_VALUE / SECOND ? -1 : seconds * SECOND;
  }

  /**
   * Formats a period: {@code 1d2h}, {@code 1h3m30s}, {@code 250ms}. Fractions of a microsecond are
   * left out.
   */
  static String text(long nanos) {
    StringBuilder text = new StringBuilder();
    long seconds = nanos / SECOND;
    for (int unit = UNITS.length() - 2; unit >= 0; unit--) {
      long number = seconds / SECONDS[unit];
      seconds %= SECONDS[unit];
      if (number > 0) {
        text.append(number).append(UNITS.charAt(unit));
      }
    }
    long micros = nanos % SECOND / 1_000;
    if (micros % 1_000 == 0 && micros > 0) {
      text.append(micros / 1_000).append("ms");
    } else if (micros > 0) {
      text.append(micros).append("us");
    }
    return text.length() == 0 ? "0s" : text.toString();
  }
}

package io.redial.config;

/**
 * The syntax of durations: a whole number with a unit, or ISO 8601 with days and time. Parsed by
 * hand because the parser of {@code java.time} would load regular expressions into a JVM that may
 * not use them.
 */
final class DurationSyntax {
  private static final long SECOND = 1_000_000_000L;

  private DurationSyntax() {}

  /** Returns the duration in nanoseconds, 0 or more. */
  static long nanos(String text) throws BadValue {
    long nanos = text.startsWith("P") ? iso(text) : withUnit(text);
    if (nanos == Long.MAX_VALUE) {
      throw new BadValue("too long", "none");
    }
    return nanos;
  }

  private static long withUnit(String text) throws BadValue {
    int unit = Syntax.digits(text, 0);
    if (unit == 0) {
      throw new BadValue();
    }
    String digits = text.substring(0, unit);
    long number = Syntax.whole(digits);
    switch (text.substring(unit)) {
      case "ms":
        return Syntax.times(number, SECOND / 1000);
      case "s":
        return Syntax.times(number, SECOND);
      case "m":
        return Syntax.times(number, 60 * SECOND);
      case "h":
        return Syntax.times(number, 3_600 * SECOND);
      case "d":
        return Syntax.times(number, 86_400 * SECOND);
      case "":
        if (number == 0) {
          return 0;
        }
        throw new BadValue("a unit is missing", digits + "s");
      default:
        throw new BadValue(null, suggested(digits, text.substring(unit).trim()));
    }
  }

  private static String suggested(String digits, String unit) {
    switch (Syntax.lowerCase(unit)) {
      case "ms":
      case "msec":
      case "millis":
        return digits + "ms";
      case "s":
      case "sec":
      case "secs":
      case "second":
      case "seconds":
        return digits + "s";
      case "m":
      case "min":
      case "mins":
      case "minute":
      case "minutes":
        return digits + "m";
      case "h":
      case "hour":
      case "hours":
        return digits + "h";
      case "d":
      case "day":
      case "days":
        return digits + "d";
      default:
        return null;
    }
  }

  /**
   * Parses {@code P[nD][T[nH][nM][n[.n]S]]}, with at least one part, and at least one after a T.
   */
  private static long iso(String text) throws BadValue {
    int i = 1;
    String units = "D";
    if (text.startsWith("PT")) {
      i = 2;
      units = "HMS";
    }
    long nanos = 0;
    do {
      int end = Syntax.digits(text, i);
      if (end == i || end == text.length()) {
        throw new BadValue();
      }
      long number = Syntax.whole(text.substring(i, end));
      long fraction = 0;
      if (text.charAt(end) == '.') {
        int from = end + 1;
        end = Syntax.digits(text, from);
        fraction = fraction(text, from, end);
        units = units.endsWith("S") ? "S" : "";
      }
      int unit = end == text.length() ? -1 : units.indexOf(text.charAt(end));
      if (unit < 0) {
        throw new BadValue();
      }
      nanos = Syntax.plus(nanos, Syntax.times(number, unitNanos(units.charAt(unit))));
      nanos = Syntax.plus(nanos, fraction);
      units = units.substring(unit + 1);
      i = end + 1;
      if (text.startsWith("T", i) && text.charAt(end) == 'D') {
        units = "HMS";
        i++;
      } else if (i == text.length()) {
        return nanos;
      }
    } while (true);
  }

  private static long unitNanos(char unit) {
    switch (unit) {
      case 'D':
        return 86_400 * SECOND;
      case 'H':
        return 3_600 * SECOND;
      case 'M':
        return 60 * SECOND;
      default:
        return SECOND;
    }
  }

  /** Returns the nanoseconds of one to nine decimals of a second. */
  private static long fraction(String text, int from, int to) throws BadValue {
    if (to == from || to - from > 9) {
      throw new BadValue();
    }
    long nanos = 0;
    for (int i = from; i < from + 9; i++) {
      nanos = nanos * 10 + (i < to ? text.charAt(i) - '0' : 0);
    }
    return nanos;
  }
}

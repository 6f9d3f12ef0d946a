package io.redial.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The syntax of durations: a whole number with a unit, or ISO 8601 with days and time. The parser
 * of {@code java.time} loads regular expressions, so it is used only for ISO 8601.
 */
final class DurationSyntax {
  private static final TimeUnit[] UNITS = {
    TimeUnit.MILLISECONDS, TimeUnit.SECONDS, TimeUnit.MINUTES, TimeUnit.HOURS, TimeUnit.DAYS
  };

  /** The symbols of the units, and what people write for them. */
  private static final String[][] SPELLINGS = {
    {"ms", "msec", "millis"},
    {"s", "sec", "secs", "second", "seconds"},
    {"m", "min", "mins", "minute", "minutes"},
    {"h", "hour", "hours"},
    {"d", "day", "days"}
  };

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
    int end = Syntax.digits(text, 0);
    String digits = text.substring(0, end);
    long number = Syntax.whole(digits);
    String unit = text.substring(end);
    String written = unit.trim().toLowerCase(Locale.ROOT);
    String meant = null;
    for (int i = 0; i < UNITS.length; i++) {
      if (SPELLINGS[i][0].equals(unit)) {
        return UNITS[i].toNanos(number);
      }
      if (Arrays.asList(SPELLINGS[i]).contains(written)) {
        meant = digits + SPELLINGS[i][0];
      }
    }
    if (unit.isEmpty() && number == 0) {
      return 0;
    }
    throw unit.isEmpty()
        ? new BadValue("a unit is missing", digits + "s")
        : new BadValue(null, meant);
  }

  /**
   * Parses {@code P[nD][T[nH][nM][n[.n]S]]}, with at least one part, and at least one after a T.
   */
  private static long iso(String text) throws BadValue {
    BadValue.throwIf(text.contains(".S")); // Duration accepts it.
    for (int i = 0; i < text.length(); i++) {
      // Signs, lower case and other decimal points are correct, too, but more likely mistakes.
      BadValue.throwIf("PDTHMS.0123456789".indexOf(text.charAt(i)) < 0);
    }
    try {
      return Duration.parse(text).toNanos();
    } catch (DateTimeParseException e) {
      BadValue.throwIf(e.getCause() == null);
      return Long.MAX_VALUE; // A number does not fit.
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }
}

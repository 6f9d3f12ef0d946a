package io.redial.cli.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Formats times, spans and numbers for people, independently of the machine's locale. */
final class Units {
  private static final DateTimeFormatter DATE = format("uuuu-MM-dd");
  private static final DateTimeFormatter DAY = format("d MMM");
  private static final DateTimeFormatter MINUTE = format("HH:mm");
  private static final DateTimeFormatter SECOND = format("HH:mm:ss");
  private static final DateTimeFormatter MILLI = format("HH:mm:ss.SSS");

  private Units() {}

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
  }

  /** A span: {@code 312 ms}, {@code 9.56 s}, {@code 9 min 52 s}. */
  static String span(long nanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
    long seconds = millis / 1_000;
    if (millis < 1_000) {
      return millis == 0 && nanos > 0 ? "< 1 ms" : millis + " ms";
    }
    if (seconds < 10) {
      return seconds + "." + String.format(Locale.ROOT, "%02d", millis % 1_000 / 10) + " s";
    }
    if (seconds < 60) {
      return seconds + "." + millis % 1_000 / 100 + " s";
    }
    if (seconds < 3_600) {
      return two(seconds / 60, "min", seconds % 60, "s");
    }
    return seconds < 86_400
        ? two(seconds / 3_600, "h", seconds / 60 % 60, "min")
        : two(seconds / 86_400, "d", seconds / 3_600 % 24, "h");
  }

  /** A round span, without a part that is 0: {@code 500 ms}, {@code 5 s}, {@code 2 min}. */
  static String roundSpan(long nanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
    return millis >= 1_000 && millis < 60_000 ? millis / 1_000 + " s" : span(nanos);
  }

  private static String two(long high, String highUnit, long low, String lowUnit) {
    return high + " " + highUnit + (low == 0 ? "" : " " + low + " " + lowUnit);
  }

  /** A number, with commas between groups of three digits. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 1 retry}, {@code 2 retries}. */
  static String count(long number, String one, String many) {
    return count(number) + " " + (number == 1 ? one : many);
  }

  /** A share of at most 1, for CSS and SVG. */
  static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f%%", 100 * share);
  }

  /** {@code 2026-11-23}. */
  static String date(long nanos) {
    return DATE.format(instant(nanos));
  }

  /** {@code 16:05:12}. */
  static String second(long nanos) {
    return SECOND.format(instant(nanos));
  }

  /** {@code 16:05:12.027}. */
  static String milli(long nanos) {
    return MILLI.format(instant(nanos));
  }

  /** {@code 2026-11-23T16:05:12.027Z}, as in the log. */
  static String full(long nanos) {
    return date(nanos) + "T" + milli(nanos) + "Z";
  }

  /** Formats a time as precisely as a scale with such steps requires. */
  static String tick(long nanos, long stepNanos) {
    Instant at = instant(nanos);
    if (stepNanos >= TimeUnit.DAYS.toNanos(1)) {
      return DAY.format(at);
    }
    if (stepNanos >= TimeUnit.MINUTES.toNanos(1)) {
      return MINUTE.format(at);
    }
    return (stepNanos >= TimeUnit.SECONDS.toNanos(1) ? SECOND : MILLI).format(at);
  }

  private static Instant instant(long nanos) {
    long second = TimeUnit.SECONDS.toNanos(1);
    return Instant.ofEpochSecond(Math.floorDiv(nanos, second), Math.floorMod(nanos, second));
  }
}

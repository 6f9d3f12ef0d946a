package io.redial.control.log;

import io.redial.config.OneLine;
import java.util.concurrent.TimeUnit;

/** One line of the log as it is printed (rule 11.5). */
public final class LogLine {
  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);
  private static final int SHORT = 200;

  private LogLine() {}

  /**
   * A line of Redial's own about itself, at this moment, as people read it. It quotes no URL, so
   * that a program's start need not load what hides the secrets in them.
   */
  public static String plain(int level, String message) {
    return begun(System.currentTimeMillis(), level).append(message).toString();
  }

  private static StringBuilder begun(long wallMillis, int level) {
    StringBuilder line = new StringBuilder(160);
    time(wallMillis, line);
    return line.append(" redial: ").append(name(level)).append(": ");
  }

  /** A level's name, as option {@code log-level} has it. */
  private static String name(int level) {
    if (level >= LogSink.ERROR) {
      return "error";
    }
    if (level >= LogSink.WARN) {
      return "warn";
    }
    if (level >= LogSink.INFO) {
      return "info";
    }
    return level >= LogSink.DEBUG ? "debug" : "trace";
  }

  /**
   * The line as people read it.
   *
   * @param call the call that it is about, or null
   */
  static String text(long wallMillis, int level, LogContext call, String message) {
    StringBuilder line = begun(wallMillis, level);
    if (call == null) {
      return line.append(Redaction.of(message)).toString();
    }
    line.append("[call ").append(call.number());
    if (call.route() != null) {
      line.append(", route ").append(call.route());
    }
    line.append("] ").append(Redaction.of(call.request() + ": " + message));
    return line.toString();
  }

  /** The line as a JSON object; members that do not apply are left out. */
  static String json(long wallMillis, int level, LogContext call, String message) {
    StringBuilder line = new StringBuilder(240).append("{\"time\":\"");
    time(wallMillis, line);
    line.append('"');
    member("level", name(level), line);
    if (call != null) {
      line.append(",\"call\":").append(call.number());
      member("host", call.host(), line);
      if (call.route() != null) {
        member("route", call.route(), line);
      }
      member("request", Redaction.of(call.request()), line);
    }
    member("message", Redaction.of(message), line);
    return line.append('}').toString();
  }

  /** A text that may quote a URL and may be long, as it is shown elsewhere. */
  public static String shortened(String text) {
    String safe = OneLine.of(Redaction.of(text));
    return safe.length() <= SHORT ? safe : safe.substring(0, SHORT) + "...";
  }

  /** A time as RFC 3339 has it, in UTC with milliseconds. */
  public static String time(long wallMillis) {
    StringBuilder text = new StringBuilder(24);
    time(wallMillis, text);
    return text.toString();
  }

  /** Control characters are escaped where all lines are, in a form that JSON shares. */
  private static void member(String name, String value, StringBuilder line) {
    line.append(",\"").append(name).append("\":\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        line.append('\\');
      }
      line.append(c);
    }
    line.append('"');
  }

  /**
   * Appends a time as RFC 3339 has it, in UTC with milliseconds. Computed here, because the JDK's
   * formatters would be loaded at the start of every program. The algorithm is {@code
   * civil_from_days} of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms": years begin
   * in March, so that leap days are at their end.
   */
  static void time(long wallMillis, StringBuilder line) {
    long day = Math.floorDiv(wallMillis, DAY_MILLIS) + 719_468; // Since 0000-03-01.
    int millis = (int) Math.floorMod(wallMillis, DAY_MILLIS);
    long era = Math.floorDiv(day, 146_097L); // Of 400 years.
    int dayOfEra = (int) (day - era * 146_097);
    int yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int month = (5 * dayOfYear + 2) / 153; // From 0 for March.
    long year = yearOfEra + era * 400 + (month < 10 ? 0 : 1);
    number((int) year, 4, line).append('-');
    number(month < 10 ? month + 3 : month - 9, 2, line).append('-');
    number(dayOfYear - (153 * month + 2) / 5 + 1, 2, line).append('T');
    number(millis / 3_600_000, 2, line).append(':');
    number(millis / 60_000 % 60, 2, line).append(':');
    number(millis / 1_000 % 60, 2, line).append('.');
    number(millis % 1_000, 3, line).append('Z');
  }

  private static StringBuilder number(int number, int digits, StringBuilder line) {
    String text = Integer.toString(number);
    for (int i = text.length(); i < digits; i++) {
      line.append('0');
    }
    return line.append(text);
  }
}

package io.redial.control.log;

import io.redial.config.OneLine;
import io.redial.config.RedactedPaths;
import java.util.concurrent.TimeUnit;

/** One line of the log as it is printed (rule 11.5). */
public final class LogLine {
  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);
  private static final int SHORT = 200;

  private LogLine() {}

  /**
   * Returns a plain-text line about Redial itself, with the current time. The message must not
   * quote a URL: this way, {@link Redaction} need not be loaded when a program starts.
   */
  public static String plain(int level, String message) {
    return begun(System.currentTimeMillis(), level).append(message).toString();
  }

  private static StringBuilder begun(long wallMillis, int level) {
    StringBuilder line = new StringBuilder(160);
    time(wallMillis, line);
    return line.append(" redial: ").append(name(level)).append(": ");
  }

  /** The name of a level, as in option {@code log-level}. */
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
   * Returns the line as plain text.
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

  /** Returns the line as a JSON object; members that do not apply are left out. */
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

  /**
   * Returns a text for display elsewhere: on one line, without the secrets of URLs that it quotes,
   * and cut after 200 characters.
   */
  public static String shortened(String text) {
    String safe = OneLine.of(Redaction.of(text));
    return safe.length() <= SHORT ? safe : safe.substring(0, SHORT) + "...";
  }

  /** Returns a path without its query, as option {@code redact} lets it be shown. */
  public static String path(String path) {
    RedactedPaths redacted = LogSink.redacted();
    int query = path.indexOf('?');
    String bare = query < 0 ? path : path.substring(0, query);
    return redacted == null ? bare : redacted.shown(bare);
  }

  /** Formats a time as in RFC 3339, in UTC with milliseconds. */
  public static String time(long wallMillis) {
    StringBuilder text = new StringBuilder(24);
    time(wallMillis, text);
    return text.toString();
  }

  /**
   * Appends a member. Control characters are escaped later, together with those of all other lines,
   * in a form that is valid in JSON, too.
   */
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
   * Appends a time as in RFC 3339, in UTC with milliseconds. It is computed here, because the JDK's
   * formatters would have to be loaded at the start of every program. The algorithm is {@code
   * civil_from_days} of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms": years begin
   * in March, so that leap days are at their end.
   */
  static void time(long wallMillis, StringBuilder line) {
    long day = Math.floorDiv(wallMillis, DAY_MILLIS) + 719_468; // Since 0000-03-01.
    int millis = (int) Math.floorMod(wallMillis, DAY_MILLIS);
    long era = Math.floorDiv(day, 146_097L); // 400 years each.
    int dayOfEra = (int) (day - era * 146_097);
    int yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int month = (5 * dayOfYear + 2) / 153; // March is 0.
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

package io.redial.control.log;

import io.redial.call.ObservedCall;
import io.redial.config.LogLevel;
import io.redial.config.OneLine;
import io.redial.config.RedactedPaths;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** One line of the log as it is printed (rule 11.5). */
public final class LogLine {
  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);
  private static final int SHORT = 200;

  /** Longer paths are cut, so that the line has room for the outcome, too. */
  private static final int LONGEST_PATH = 500;

  private LogLine() {}

  /**
   * Returns a plain-text line about Redial itself, with the current time. The message must not
   * quote a URL: this way, {@link Redaction} need not be loaded when a program starts.
   */
  public static String plain(LogLevel level, String message) {
    return beginning(System.currentTimeMillis(), level) + message;
  }

  private static String beginning(long wallMillis, LogLevel level) {
    return time(wallMillis) + " redial: " + name(level) + ": ";
  }

  /** The name of a level, as in option {@code log-level}. */
  private static String name(LogLevel level) {
    return level.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the line as plain text.
   *
   * @param call the call that it is about, or null
   */
  static String text(long wallMillis, LogLevel level, ObservedCall call, String message) {
    if (call == null) {
      return beginning(wallMillis, level) + Redaction.of(message);
    }
    String name = call.policy().route();
    String about = "[call " + call.number() + (name == null ? "" : ", route " + name) + "] ";
    return beginning(wallMillis, level) + about + Redaction.of(request(call) + ": " + message);
  }

  /** Returns the line as a JSON object; members that do not apply are left out. */
  static String json(long wallMillis, LogLevel level, ObservedCall call, String message) {
    StringBuilder line = new StringBuilder(240).append("{\"time\":\"");
    line.append(time(wallMillis)).append('"');
    member("level", name(level), line);
    if (call != null) {
      line.append(",\"call\":").append(call.number());
      member("host", call.hostName(), line);
      if (call.policy().route() != null) {
        member("route", call.policy().route(), line);
      }
      member("request", Redaction.of(request(call)), line);
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

  /** The method of a call, its host as JMX names it, and its path without the query. */
  public static String request(ObservedCall call) {
    String path = call.request().path();
    String shown = path == null ? "" : path(path);
    String cut = shown.length() <= LONGEST_PATH ? shown : shown.substring(0, LONGEST_PATH) + "...";
    return call.request().method() + ' ' + call.hostName() + cut;
  }

  /** Returns a path without its query, as option {@code redact} lets it be shown. */
  public static String path(String path) {
    RedactedPaths redacted = LogSink.redacted();
    int query = path.indexOf('?');
    String bare = query < 0 ? path : path.substring(0, query);
    return redacted == null ? bare : redacted.shown(bare);
  }

  /**
   * Formats a time as in RFC 3339, in UTC with milliseconds. Not with the JDK's formatters, which
   * would have to be loaded at the start of every program.
   */
  public static String time(long wallMillis) {
    LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(wallMillis, DAY_MILLIS));
    long millis = Math.floorMod(wallMillis, DAY_MILLIS);
    // With a nanosecond more, it has all nine digits of a fraction even if that is 0.
    LocalTime time = LocalTime.ofNanoOfDay(TimeUnit.MILLISECONDS.toNanos(millis) + 1);
    return day + "T" + time.toString().substring(0, "00:00:00.000".length()) + "Z";
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
}

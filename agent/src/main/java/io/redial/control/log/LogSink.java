package io.redial.control.log;

import io.redial.call.ObservedCall;
import io.redial.config.LogLevel;
import io.redial.config.RedactedPaths;
import io.redial.config.Settings;

/**
 * Where Redial's lines go, and in which form (options {@code log}, {@code log-level} and {@code
 * log-format}). Thread-safe; never blocks and never throws, because a full disk or a pipe that
 * nobody reads must not hold up or end a call.
 */
public final class LogSink {
  private static volatile LogSink current =
      new LogSink(LogWriter.STANDARD_ERROR, LogLevel.INFO, false, null);

  private final LogWriter writer;
  private final LogLevel level;
  private final boolean json;
  private final RedactedPaths redacted;

  private LogSink(LogWriter writer, LogLevel level, boolean json, RedactedPaths redacted) {
    this.writer = writer;
    this.level = level;
    this.json = json;
    this.redacted = redacted;
  }

  /** The sink in force. */
  public static LogSink current() {
    return current;
  }

  /** Sets where all further lines go, and in which form. */
  public static synchronized void direct(Settings settings) {
    LogWriter to =
        settings.logsToStandardError() ? LogWriter.STANDARD_ERROR : writer(settings.logFile());
    current = new LogSink(to, settings.logLevel(), settings.logsJson(), settings.redactedPaths());
  }

  /** The paths that are not shown as they are, or null. */
  static RedactedPaths redacted() {
    return current.redacted;
  }

  private static LogWriter writer(String file) {
    if (file == null) {
      return null;
    }
    LogWriter open = current.writer;
    return open != null && file.equals(open.file()) ? open : new LogWriter(file);
  }

  /** Whether lines of that level are written. */
  public boolean writes(LogLevel lineLevel) {
    return writer != null && lineLevel.compareTo(level) <= 0;
  }

  /**
   * Queues one line to be written. The message may contain any characters.
   *
   * @param call the call that it is about, or null
   */
  public void line(LogLevel lineLevel, ObservedCall call, String message) {
    if (writes(lineLevel)) {
      writer.add(formatted(lineLevel, call, message));
    }
  }

  /** Writes one line of the agent's start and waits for it, but not for long. */
  public void startLine(LogLevel lineLevel, String message) {
    if (writes(lineLevel)) {
      writer.start(formatted(lineLevel, null, message));
    }
  }

  private String formatted(LogLevel lineLevel, ObservedCall call, String message) {
    long now = System.currentTimeMillis();
    return json
        ? LogLine.json(now, lineLevel, call, message)
        : LogLine.text(now, lineLevel, call, message);
  }
}

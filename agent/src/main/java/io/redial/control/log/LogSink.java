package io.redial.control.log;

import io.redial.config.LogLevel;
import io.redial.config.RedactedPaths;

/**
 * Where Redial's lines go, and in which form (options {@code log}, {@code log-level} and {@code
 * log-format}). Thread-safe; never blocks and never throws, because a full disk or a pipe that
 * nobody reads must not hold up or end a call.
 */
public final class LogSink {
  /** Levels as SLF4J numbers them. */
  public static final int TRACE = 0;

  public static final int DEBUG = 10;
  public static final int INFO = 20;
  public static final int WARN = 30;
  public static final int ERROR = 40;

  private static volatile LogSink current =
      new LogSink(LogWriter.STANDARD_ERROR, INFO, false, null);

  private final LogWriter writer;
  private final int level;
  private final boolean json;
  private final RedactedPaths redacted;

  private LogSink(LogWriter writer, int level, boolean json, RedactedPaths redacted) {
    this.writer = writer;
    this.level = level;
    this.json = json;
    this.redacted = redacted;
  }

  /** The sink in force. */
  public static LogSink current() {
    return current;
  }

  /**
   * Sets where all further lines go.
   *
   * @param toStandardError whether they go to standard error
   * @param file the file that they go to otherwise, or null for none
   * @param level the lowest level that is written
   * @param json whether lines are JSON objects
   * @param redacted paths that are not shown as they are, here and wherever else a call is shown;
   *     or null
   */
  public static synchronized void direct(
      boolean toStandardError, String file, int level, boolean json, RedactedPaths redacted) {
    LogWriter to = toStandardError ? LogWriter.STANDARD_ERROR : writer(file);
    current = new LogSink(to, level, json, redacted);
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

  /** Returns the SLF4J number of a level. */
  public static int number(LogLevel level) {
    switch (level) {
      case ERROR:
        return ERROR;
      case WARN:
        return WARN;
      case DEBUG:
        return DEBUG;
      case TRACE:
        return TRACE;
      default:
        return INFO;
    }
  }

  /** Whether lines of that level are written. */
  public boolean writes(int lineLevel) {
    return writer != null && lineLevel >= level;
  }

  /** Queues one line to be written. The message may contain any characters. */
  public void line(int lineLevel, String message) {
    line(lineLevel, null, message);
  }

  /**
   * Queues one line to be written. The message may contain any characters.
   *
   * @param call the call that it is about, or null
   */
  public void line(int lineLevel, LogContext call, String message) {
    if (writes(lineLevel)) {
      writer.add(formatted(lineLevel, call, message));
    }
  }

  /** Writes one line of the agent's start and waits for it, but not for long. */
  public void startLine(int lineLevel, String message) {
    if (writes(lineLevel)) {
      writer.start(formatted(lineLevel, null, message));
    }
  }

  private String formatted(int lineLevel, LogContext call, String message) {
    long now = System.currentTimeMillis();
    return json
        ? LogLine.json(now, lineLevel, call, message)
        : LogLine.text(now, lineLevel, call, message);
  }
}

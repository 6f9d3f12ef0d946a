package io.redial.control.log;

import io.redial.config.LogLevel;

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

  private static volatile LogSink current = new LogSink(LogWriter.STANDARD_ERROR, INFO, false);

  private final LogWriter writer;
  private final int level;
  private final boolean json;

  private LogSink(LogWriter writer, int level, boolean json) {
    this.writer = writer;
    this.level = level;
    this.json = json;
  }

  /** The sink in force. */
  public static LogSink current() {
    return current;
  }

  /**
   * Directs all further lines.
   *
   * @param toStandardError whether they go there
   * @param file where they go otherwise, or null for nowhere
   * @param level the least that is written
   * @param json whether lines are JSON objects
   */
  public static synchronized void direct(
      boolean toStandardError, String file, int level, boolean json) {
    current = new LogSink(toStandardError ? LogWriter.STANDARD_ERROR : writer(file), level, json);
  }

  private static LogWriter writer(String file) {
    if (file == null) {
      return null;
    }
    LogWriter open = current.writer;
    return open != null && file.equals(open.file()) ? open : new LogWriter(file);
  }

  /** A level of ours as SLF4J numbers it. */
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

  /** Has one line written, whatever the message holds. */
  public void line(int lineLevel, String message) {
    line(lineLevel, null, message);
  }

  /**
   * Has one line written, whatever the message holds.
   *
   * @param call the call that it is about, or null
   */
  public void line(int lineLevel, LogContext call, String message) {
    if (writes(lineLevel)) {
      writer.add(formatted(lineLevel, call, message));
    }
  }

  /** The same for the agent's start: waits for it, but not for long. */
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

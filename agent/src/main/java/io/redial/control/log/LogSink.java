package io.redial.control.log;

import io.redial.config.LogLevel;

/**
 * Where Redial's lines go (options {@code log} and {@code log-level}). Thread-safe; never blocks
 * and never throws, because a full disk or a pipe that nobody reads must not hold up or end a call.
 */
public final class LogSink {
  /** Levels as SLF4J numbers them. */
  public static final int TRACE = 0;

  public static final int DEBUG = 10;
  public static final int INFO = 20;
  public static final int WARN = 30;
  public static final int ERROR = 40;

  private static volatile LogSink current = new LogSink(LogWriter.STANDARD_ERROR, INFO);

  private final LogWriter writer;
  private final int level;

  private LogSink(LogWriter writer, int level) {
    this.writer = writer;
    this.level = level;
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
   */
  public static synchronized void direct(boolean toStandardError, String file, int level) {
    current = new LogSink(toStandardError ? LogWriter.STANDARD_ERROR : writer(file), level);
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

  /** Has one line written, whatever the text holds. */
  public void line(int lineLevel, String text) {
    if (writes(lineLevel)) {
      writer.add(prefixed(lineLevel, text));
    }
  }

  /** The same for the agent's start: waits for it, but not for long. */
  public void startLine(int lineLevel, String text) {
    if (writes(lineLevel)) {
      writer.start(prefixed(lineLevel, text));
    }
  }

  private static String prefixed(int lineLevel, String text) {
    String prefix = lineLevel < WARN ? "" : lineLevel >= ERROR ? "error: " : "warning: ";
    return "redial: " + prefix + Redaction.of(text);
  }
}

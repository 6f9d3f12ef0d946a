package io.redial.control.log;

import io.redial.config.LogLevel;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Where Redial's lines go (options {@code log} and {@code log-level}). Thread-safe; never throws,
 * because a full disk must not end a call.
 */
public final class LogSink {
  /** Levels as SLF4J numbers them. */
  public static final int TRACE = 0;

  public static final int DEBUG = 10;
  public static final int INFO = 20;
  public static final int WARN = 30;
  public static final int ERROR = 40;

  private static volatile LogSink current = new LogSink(System.err, INFO);

  private final PrintStream out;
  private final int level;

  private LogSink(PrintStream out, int level) {
    this.out = out;
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
  public static void direct(boolean toStandardError, String file, int level) {
    current = new LogSink(toStandardError ? System.err : open(file), level);
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

  private static PrintStream open(String file) {
    if (file == null) {
      return null;
    }
    try {
      return new PrintStream(new FileOutputStream(file, true), true, "UTF-8");
    } catch (IOException | SecurityException e) {
      System.err.println("redial: cannot write log file " + file + "; logging to stderr");
      return System.err;
    }
  }

  /** Whether lines of that level are written. */
  public boolean writes(int lineLevel) {
    return out != null && lineLevel >= level;
  }

  /** Writes one line, whatever the text holds: control characters become spaces. */
  public void line(int lineLevel, String text) {
    if (!writes(lineLevel)) {
      return;
    }
    StringBuilder line = new StringBuilder(text.length() + 16).append("redial: ");
    if (lineLevel >= WARN) {
      line.append(lineLevel >= ERROR ? "error: " : "warning: ");
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      line.append(Character.isISOControl(c) ? ' ' : c);
    }
    out.println(line);
  }
}

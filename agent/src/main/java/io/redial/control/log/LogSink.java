package io.redial.control.log;

import io.redial.config.LogLevel;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;

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

  /** Never closed. */
  private static final PrintStream STANDARD_ERROR = standardError();

  private static volatile LogSink current = new LogSink(STANDARD_ERROR, null, INFO);

  private final PrintStream out;
  private final String file;
  private final int level;

  private LogSink(PrintStream out, String file, int level) {
    this.out = out;
    this.file = file;
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
    if (toStandardError) {
      current = new LogSink(STANDARD_ERROR, null, level);
    } else {
      boolean isOpen = file != null && file.equals(current.file);
      current = new LogSink(isOpen ? current.out : open(file), file, level);
    }
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
      LogSink instead = new LogSink(STANDARD_ERROR, null, INFO);
      instead.line(INFO, "cannot write log file " + file + "; logging to stderr");
      return STANDARD_ERROR;
    }
  }

  /**
   * The process's own. What the program has put into {@code System.err} may throw, may wait for a
   * lock, and may post its lines with the very client that is being covered.
   */
  private static PrintStream standardError() {
    try {
      String encoding = System.getProperty("sun.stderr.encoding", Charset.defaultCharset().name());
      encoding = System.getProperty("stderr.encoding", encoding); // From Java 19 on.
      FileOutputStream file = new FileOutputStream(FileDescriptor.err);
      return new PrintStream(new BufferedOutputStream(file), true, encoding);
    } catch (IOException | SecurityException e) {
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

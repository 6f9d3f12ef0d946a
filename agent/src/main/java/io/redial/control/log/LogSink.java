package io.redial.control.log;

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

  private static final String FILE = "file:";
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
   * @param where {@code stderr}, {@code none} or {@code file:PATH}
   * @param levelName {@code error}, {@code warn}, {@code info}, {@code debug} or {@code trace}
   */
  public static void direct(String where, String levelName) {
    current = new LogSink(open(where), levelOf(levelName));
  }

  private static PrintStream open(String where) {
    if (where.equals("none")) {
      return null;
    }
    if (where.startsWith(FILE)) {
      String path = where.substring(FILE.length());
      try {
        return new PrintStream(new FileOutputStream(path, true), true, "UTF-8");
      } catch (IOException | SecurityException e) {
        System.err.println("redial: cannot write log file " + path + "; logging to stderr");
      }
    }
    return System.err;
  }

  private static int levelOf(String name) {
    switch (name) {
      case "error":
        return ERROR;
      case "warn":
        return WARN;
      case "debug":
        return DEBUG;
      case "trace":
        return TRACE;
      default:
        return INFO;
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

package io.redial.cli;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Scanner;

/**
 * A terminal whose screen is redrawn repeatedly, with the control sequences of ECMA-48 and xterm.
 * Its former contents are there again when the program ends. Not thread-safe.
 */
final class Terminal {
  private static final String ENTER = "\u001b[?1049h\u001b[?25l";
  private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
  private static final String HOME = "\u001b[H";
  private static final String REST_OF_LINE = "\u001b[K";
  private static final String REST_OF_SCREEN = "\u001b[J";
  private static final String BOLD = "\u001b[1m";
  private static final String PLAIN = "\u001b[m";

  /** Lines and columns; 0 stands for an unknown number. */
  private static final String SIZE = "([1-9][0-9]{0,4}) ([1-9][0-9]{0,4})";

  private final PrintWriter out;
  private int lines = 24;
  private int columns = 80;

  private Terminal(PrintWriter out) {
    this.out = out;
  }

  /** Returns the terminal, or null if standard output is not one. */
  static Terminal open(PrintWriter out) {
    if (!isTerminal()) {
      return null;
    }
    Terminal terminal = new Terminal(out);
    Runtime.getRuntime().addShutdownHook(new Thread(terminal::leave));
    out.print(ENTER);
    return terminal;
  }

  /**
   * Whether there is a terminal. From Java 22 on there is a console even without one, but it can be
   * asked.
   */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException older) {
      return true;
    }
  }

  private void leave() {
    out.print(LEAVE);
    out.flush();
  }

  /** Returns how many lines the terminal has now; the user may have resized it. */
  int lines() {
    ProcessBuilder stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty"));
    try (Scanner size = new Scanner(stty.start().getInputStream(), "US-ASCII")) {
      if (size.findInLine(SIZE) != null) {
        lines = Integer.parseInt(size.match().group(1));
        columns = Integer.parseInt(size.match().group(2));
      }
    } catch (IOException noStty) {
      // The last known size stays, or the default.
    }
    return lines;
  }

  /** Draws lines from the top, the first one bold, each cut at the right edge. */
  void draw(List<String> text) {
    StringBuilder screen = new StringBuilder(HOME);
    for (int i = 0; i < text.size() && i < lines; i++) {
      String line = text.get(i);
      String fit = line.length() > columns ? line.substring(0, columns) : line;
      screen.append(i == 0 ? "" : "\n");
      screen.append(i == 0 ? BOLD + fit + PLAIN : fit).append(REST_OF_LINE);
    }
    out.print(screen.append(REST_OF_SCREEN));
    out.flush();
  }
}

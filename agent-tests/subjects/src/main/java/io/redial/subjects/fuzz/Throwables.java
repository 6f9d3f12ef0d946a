package io.redial.subjects.fuzz;

import java.io.UncheckedIOException;

/** Exceptions as messages show them. */
final class Throwables {
  private static final int MOST = 6;

  private Throwables() {}

  /** An exception and its causes in one line. */
  static String line(Throwable thrown) {
    StringBuilder line = new StringBuilder();
    Throwable link = thrown;
    for (int i = 0; link != null && i < MOST; i++) {
      line.append(i == 0 ? "" : " < ").append(link.toString().replaceAll("\\s+", " "));
      link = link.getCause();
    }
    return line.toString();
  }

  /** Whether it is none that a client has for a lost connection. */
  static boolean isOdd(Throwable thrown) {
    return thrown instanceof Error
        || (thrown instanceof RuntimeException && !(thrown instanceof UncheckedIOException));
  }
}

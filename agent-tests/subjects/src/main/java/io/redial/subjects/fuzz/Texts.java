package io.redial.subjects.fuzz;

import java.nio.charset.StandardCharsets;

/** Bodies as messages show them. */
final class Texts {
  private static final int CONTEXT = 60;

  private Texts() {}

  /** Where two bodies begin to differ, in one line. */
  static String difference(byte[] due, byte[] arrived) {
    int at = 0;
    while (at < Math.min(due.length, arrived.length) && due[at] == arrived[at]) {
      at++;
    }
    return "at byte "
        + at
        + " of "
        + arrived.length
        + " (due "
        + due.length
        + ") came '"
        + excerpt(arrived, at)
        + "' instead of '"
        + excerpt(due, at)
        + "'";
  }

  private static String excerpt(byte[] bytes, int at) {
    int end = Math.min(bytes.length, at + CONTEXT);
    return new String(bytes, at, Math.max(0, end - at), StandardCharsets.ISO_8859_1)
        .replace("\r", "\\r")
        .replace("\n", "\\n");
  }
}

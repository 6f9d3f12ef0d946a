package io.redial.subjects.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bodies as messages show them. */
final class Texts {
  private static final int CONTEXT = 60;
  private static final int ALIKE = 100;

  private Texts() {}

  /** How many bytes two bodies have in common. */
  static int same(byte[] one, byte[] other) {
    int same = 0;
    while (same < Math.min(one.length, other.length) && one[same] == other[same]) {
      same++;
    }
    return same;
  }

  /** Where two bodies begin to differ, in one line. */
  static String difference(byte[] due, byte[] arrived) {
    int at = same(due, arrived);
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

  /**
   * Whether a body that broke off follows once more from its beginning. Redial leaves it alone if
   * it cannot be resumed, and the asynchronous HttpClient 5 asks for it again by itself and adds
   * the answer, as without the agent.
   */
  static boolean beginsAnew(byte[] arrived, byte[] whole) {
    int same = same(arrived, whole);
    // Its first bytes may be those that would have followed.
    for (int from = same; from > Math.max(0, same - ALIKE); from--) {
      int count = arrived.length - from;
      if (count <= whole.length
          && Arrays.equals(
              Arrays.copyOfRange(arrived, from, arrived.length), Arrays.copyOf(whole, count))) {
        return true;
      }
    }
    return false;
  }

  private static String excerpt(byte[] bytes, int at) {
    int end = Math.min(bytes.length, at + CONTEXT);
    return new String(bytes, at, Math.max(0, end - at), StandardCharsets.ISO_8859_1)
        .replace("\r", "\\r")
        .replace("\n", "\\n");
  }
}

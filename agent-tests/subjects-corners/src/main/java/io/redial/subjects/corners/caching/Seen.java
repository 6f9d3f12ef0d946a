package io.redial.subjects.corners.caching;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What an application sees of a call.
 *
 * @param status the status
 * @param hinted whether the server said when to come back
 * @param body the body, or what is needed to tell it from others
 * @param cache what the cache says that it did
 */
record Seen(int status, boolean hinted, String body, String cache) {
  private static final int SHORT = 40;

  /** The body may be null. */
  static Seen of(int status, boolean hinted, byte[] body, String cache) {
    byte[] bytes = body == null ? new byte[0] : body;
    String text =
        bytes.length <= SHORT
            ? new String(bytes, StandardCharsets.UTF_8)
            : bytes.length + " bytes, " + Arrays.hashCode(bytes);
    return new Seen(status, hinted, text, cache);
  }

  @Override
  public String toString() {
    return status + " \"" + body + "\" " + cache;
  }
}

package io.redial.contract.chaos;

import io.redial.subjects.Seeded;
import java.util.Arrays;
import java.util.Map;

/** The body of a stream, of which a reader may see all or the beginning, and nothing else. */
final class ExpectedBody {
  private final byte[] bytes;

  ExpectedBody(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  /** Whether the application has all of it, and no failure. */
  boolean isWhole(Map<String, String> reply) {
    return "200".equals(reply.get("status"))
        && !hasFailed(reply)
        && Seeded.sha256(bytes).equals(reply.get("body.sha256"));
  }

  /** Whether the application has the beginning of it, and then a failure. */
  boolean isCutOff(Map<String, String> reply) {
    String received = reply.get("received");
    if (!hasFailed(reply) || received == null) {
      return false;
    }
    int count = Integer.parseInt(received);
    return count <= bytes.length
        && Seeded.sha256(Arrays.copyOf(bytes, count)).equals(reply.get("received.sha256"));
  }

  private static boolean hasFailed(Map<String, String> reply) {
    return reply.containsKey("thrown.0.class") || reply.containsKey("reading.0.class");
  }
}

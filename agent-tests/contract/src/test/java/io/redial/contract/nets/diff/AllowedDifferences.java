package io.redial.contract.nets.diff;

import java.util.List;
import java.util.regex.Pattern;

/** What may differ with the agent attached, and why. Kept as short as can be. */
final class AllowedDifferences {
  private static final String DEFAULT = "default";

  private static final List<Row> ROWS =
      List.of(
          new Row(
              DEFAULT,
              "jdk/send(Async)?/(POST|PUT)/.*",
              "(response|request|previous) class",
              "while a body is copied the client is handed a request of ours; the response shows"
                  + " the application's own"),
          new Row(
              DEFAULT,
              "jdk/.*/307",
              "publisher|supplier|arrays",
              "the copy of a body is what the client sends again after a redirect (6.3)"),
          new Row(
              DEFAULT,
              "jdk/.*/ofByteArrays/307",
              "server 1",
              "the client sends an empty array as the last chunk, and its real last chunk follows"
                  + " as a stray one; the copy, which is sent after the redirect, has no empty"
                  + " pieces"),
          new Row(
              ".*",
              "jdk/send/gives-null/.*",
              "hangs",
              "a null subscriber is a NullPointerException in a thread of the client's, of which"
                  + " the caller does not always hear: a quarter of such calls on 21 hang"
                  + " without the agent"));

  private AllowedDifferences() {}

  /** A row of the table; patterns but for the reason. */
  private record Row(String mode, String name, String channel, String reason) {
    boolean matches(String seenMode, String seenName, String seenChannel) {
      return Pattern.matches(mode, seenMode)
          && Pattern.matches(name, seenName)
          && Pattern.matches(channel, seenChannel);
    }
  }

  /** Whether a channel of a case may differ in a mode. */
  static boolean contains(String mode, String name, String channel) {
    return ROWS.stream().anyMatch(row -> row.matches(mode, name, channel));
  }
}

package io.redial.policy.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The body of a 410, by which a server says that it no longer has the version that a watch would go
 * on from. The application gets it as the event that an API server sends for the same reason during
 * a watch (rule 10.4).
 */
final class GoneAnswer {
  /** A status is a few hundred bytes. */
  private static final int MOST = 64 * 1024;

  private static final byte[] BEFORE = ascii("{\"type\":\"ERROR\",\"object\":");
  private static final byte[] AFTER = ascii("}\n");

  private final JsonScanner json = new JsonScanner();
  private final HeldBytes event = new HeldBytes(BEFORE.length + MOST + AFTER.length);
  private boolean isUseless;
  private boolean isWhole;

  GoneAnswer() {
    json.begin(WatchField.OBJECT);
    event.append(ByteBuffer.wrap(BEFORE));
  }

  /**
   * Takes more of the body.
   *
   * @return false if the rest is of no use
   */
  boolean take(ByteBuffer bytes) {
    byte[] line = new byte[bytes.remaining()];
    int length = 0;
    while (bytes.hasRemaining() && !json.isBroken()) {
      byte b = bytes.get();
      json.take(b);
      if (b != '\n' && b != '\r') { // Outside of strings, the only place where JSON has them.
        line[length++] = b;
      }
    }
    boolean fits = event.size() + length <= BEFORE.length + MOST;
    isUseless |= !fits || json.isBroken() || !event.append(ByteBuffer.wrap(line, 0, length));
    return !isUseless;
  }

  /** The body is complete, and every part of it was taken. */
  void ended() {
    isWhole =
        !isUseless
            && json.isComplete()
            && WatchEvent.isStatus(json)
            && event.append(ByteBuffer.wrap(AFTER));
  }

  /** Whether there is an event. */
  boolean isWhole() {
    return isWhole;
  }

  /** One line; asked once. */
  ByteBuffer event() {
    return event.drain();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

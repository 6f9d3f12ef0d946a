package io.redial.policy.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The body of a 410, by which a server says that it no longer has the version from which a watch
 * would be resumed. The application gets it in the form of the event that an API server sends for
 * the same reason during a watch (rule 10.4).
 */
final class GoneAnswer {
  /** The most bytes of a body that are kept; a {@code Status} has a few hundred. */
  private static final int MAX = 64 * 1024;

  private static final byte[] BEFORE = ascii("{\"type\":\"ERROR\",\"object\":");
  private static final byte[] AFTER = ascii("}\n");

  private final JsonScanner json = new JsonScanner();
  private final HeldBytes event = new HeldBytes(BEFORE.length + MAX + AFTER.length);
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
      if (b != '\n' && b != '\r') { // JSON has these only between tokens.
        line[length++] = b;
      }
    }
    boolean fits = event.size() + length <= BEFORE.length + MAX;
    isUseless |= !fits || json.isBroken() || !event.append(ByteBuffer.wrap(line, 0, length));
    return !isUseless;
  }

  /** Called when the body is complete and every part of it was taken. */
  void ended() {
    isWhole =
        !isUseless
            && json.isComplete()
            && WatchEvent.isStatus(json)
            && event.append(ByteBuffer.wrap(AFTER));
  }

  /** Returns whether the body was complete and a {@code Status}, so that there is an event. */
  boolean isWhole() {
    return isWhole;
  }

  /** Returns the event as one line. May be called once. */
  ByteBuffer event() {
    return event.drain();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

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

  private final HeldBytes body = new HeldBytes(MAX);
  private boolean isTooLong;
  private boolean isWhole;

  /**
   * Takes more of the body.
   *
   * @return false if the rest is of no use
   */
  boolean take(ByteBuffer bytes) {
    isTooLong |= !body.append(bytes);
    return !isTooLong;
  }

  /** Called when the body is complete and every part of it was taken. */
  void ended() {
    WatchJson json = new WatchJson(body.bytes(), WatchField.OBJECT);
    isWhole = !isTooLong && json.isComplete() && WatchEvent.isStatus(json);
  }

  /** Returns whether the body was complete and a {@code Status}, so that there is an event. */
  boolean isWhole() {
    return isWhole;
  }

  /** Returns the event as one line. */
  ByteBuffer event() {
    ByteBuffer event = ByteBuffer.allocate(BEFORE.length + body.size() + AFTER.length);
    event.put(BEFORE);
    ByteBuffer status = body.bytes();
    while (status.hasRemaining()) {
      byte b = status.get();
      if (b != '\n' && b != '\r') { // JSON has these only between tokens.
        event.put(b);
      }
    }
    event.put(AFTER).flip();
    return event;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

package io.redial.policy.stream;

import java.nio.charset.StandardCharsets;

/** Collects the value of an {@code id} field byte by byte. */
final class EventId {
  /** The longest id that is sent back: servers limit the total size of all header fields. */
  private static final int LONGEST = 1024;

  private byte[] bytes;
  private int length;
  private boolean nul;
  private boolean printable;
  private long hash;

  void clear() {
    length = 0;
    nul = false;
    printable = true;
    hash = RecentHashes.NOTHING;
  }

  void add(byte b) {
    hash = RecentHashes.with(hash, b);
    nul |= b == 0;
    printable &= b >= ' ' && b < 0x7f;
    if (bytes == null) {
      bytes = new byte[LONGEST];
    }
    if (length < LONGEST) {
      bytes[length] = b;
    } else {
      printable = false;
    }
    length = Math.min(length + 1, LONGEST);
  }

  /** Returns whether the id is valid. One with a NUL is ignored (rule 10.3). */
  boolean counts() {
    return !nul;
  }

  long hash() {
    return hash;
  }

  /**
   * Returns the value for {@code Last-Event-ID}, or null if the id cannot be sent back unchanged:
   * clients and servers strip a space at either end and disagree about other characters.
   */
  String header() {
    boolean sendable =
        length > 0 && printable && bytes[0] != ' ' && bytes[length - 1] != ' ' && counts();
    return sendable ? new String(bytes, 0, length, StandardCharsets.US_ASCII) : null;
  }

  boolean isEmpty() {
    return length == 0;
  }
}

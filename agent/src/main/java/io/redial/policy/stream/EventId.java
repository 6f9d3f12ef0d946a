package io.redial.policy.stream;

import java.nio.charset.StandardCharsets;

/** The value of an {@code id} field as it comes, byte by byte. */
final class EventId {
  /** More than servers take as a header field along with all others. */
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

  /** One with a NUL is ignored. */
  boolean counts() {
    return !nul;
  }

  long hash() {
    return hash;
  }

  /**
   * What {@code Last-Event-ID} is to say: null if that cannot be sent as it came, because clients
   * and servers strip a space at either end and disagree about other characters.
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

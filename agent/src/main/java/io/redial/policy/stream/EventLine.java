package io.redial.policy.stream;

import java.nio.charset.StandardCharsets;

/**
 * One line of server-sent events, without its line end. Of a long line only the beginning is kept:
 * no field that matters is longer.
 */
final class EventLine {
  /** The longest id that is sent back: servers limit the total size of all header fields. */
  private static final int LONGEST_ID = 1024;

  private final byte[] kept = new byte["id: ".length() + LONGEST_ID];

  /** How many bytes are kept. */
  private int length;

  private boolean isLonger;
  private boolean hasNul;
  private long hash;

  EventLine() {
    clear();
  }

  void clear() {
    length = 0;
    isLonger = false;
    hasNul = false;
    hash = RecentHashes.NOTHING;
  }

  void add(byte b) {
    hash = RecentHashes.with(hash, b);
    hasNul |= b == 0;
    if (length < kept.length) {
      kept[length++] = b;
    } else {
      isLonger = true;
    }
  }

  boolean isEmpty() {
    return length == 0;
  }

  boolean isComment() {
    return length > 0 && kept[0] == ':';
  }

  boolean hasNul() {
    return hasNul;
  }

  /** Returns whether the line is a field of that name. */
  boolean is(String name) {
    int end = name.length();
    boolean fits = length == end || (length > end && kept[end] == ':');
    for (int i = 0; fits && i < end; i++) {
      fits = kept[i] == name.charAt(i);
    }
    return fits;
  }

  /**
   * Returns the value of a field in Latin-1; of a long line, only its beginning. A single space
   * before the value is not part of it.
   *
   * @param name the field's name
   */
  String value(String name) {
    int start = Math.min(name.length() + 1, length);
    start += start < length && kept[start] == ' ' ? 1 : 0;
    return new String(kept, start, length - start, StandardCharsets.ISO_8859_1);
  }

  /**
   * Returns the value of an {@code id} field as a header field, or null if it cannot be sent back
   * unchanged: clients and servers strip a space at either end and disagree about other characters.
   */
  String header() {
    String id = value("id");
    boolean isSendable = !isLonger && !id.isEmpty() && id.length() <= LONGEST_ID;
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      boolean isInside = i > 0 && i < id.length() - 1;
      isSendable &= c < 0x7f && (c > ' ' || (c == ' ' && isInside));
    }
    return isSendable ? id : null;
  }

  /** Returns the hash of the value of an {@code id} field. */
  long idHash() {
    if (isLonger) {
      return hash;
    }
    long ofValue = RecentHashes.NOTHING;
    for (byte b : value("id").getBytes(StandardCharsets.ISO_8859_1)) {
      ofValue = RecentHashes.with(ofValue, b);
    }
    return ofValue;
  }

  /** Returns the hash of all bytes of the line. */
  long hash() {
    return hash;
  }
}

package io.redial.call;

import java.nio.ByteBuffer;

/**
 * A copy of the bytes that have arrived but that the reader has not got yet. Used by one thread at
 * a time.
 */
final class UndeliveredBytes {
  private static final byte[] NONE = {};
  private static final int SMALLEST = 512;

  /** The largest array that is kept when its bytes are cleared. */
  private static final int MAX_KEPT = 64 * 1024;

  private byte[] bytes = NONE;
  private int size;

  /**
   * Adds bytes that have arrived, and removes those that the reader gets now.
   *
   * @param start where the bytes begin in the buffer
   * @param end where they end
   * @param given how many bytes the reader gets now: those that arrived first
   */
  void add(ByteBuffer from, int start, int end, int given) {
    int count = size + end - start - given;
    if (count == 0) {
      clear();
      return;
    }
    int before = Math.max(0, size - given);
    byte[] all = given == 0 ? larger(count) : new byte[Math.max(count, SMALLEST)];
    if (all != bytes) { // Otherwise, a long line in small pieces would be copied again and again.
      System.arraycopy(bytes, size - before, all, 0, before);
    }
    ByteBuffer last = from.duplicate();
    last.limit(end).position(end - (count - before));
    last.get(all, before, count - before);
    bytes = all;
    size = count;
  }

  private byte[] larger(int count) {
    return count <= bytes.length
        ? bytes
        : new byte[Math.max(count, Math.max(SMALLEST, 2 * bytes.length))];
  }

  void clear() {
    size = 0;
    if (bytes.length > MAX_KEPT) {
      bytes = NONE;
    }
  }

  /** Returns all bytes that are held back; valid until more are added. */
  ByteBuffer bytes() {
    return ByteBuffer.wrap(bytes, 0, size);
  }
}

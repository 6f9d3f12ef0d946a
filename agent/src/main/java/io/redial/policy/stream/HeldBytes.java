package io.redial.policy.stream;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A buffer of bounded size for bytes of a body. Used by one thread at a time. */
final class HeldBytes {
  private static final byte[] NONE = {};
  private static final int SMALLEST = 512;

  /** The largest array that is kept when the buffer is emptied. */
  private static final int MAX_KEPT = 64 * 1024;

  private final int most;
  private byte[] bytes = NONE;
  private int size;

  /** Creates a buffer for at most {@code most} bytes. */
  HeldBytes(int most) {
    this.most = most;
  }

  /**
   * Adds bytes and consumes them, as far as there is room for them.
   *
   * @return whether there was room for all
   */
  boolean append(ByteBuffer added) {
    int count = Math.min(added.remaining(), most - size);
    int needed = size + count;
    if (needed > bytes.length) {
      long larger = Math.min(most, Math.max(SMALLEST, bytes.length * 2L));
      bytes = Arrays.copyOf(bytes, (int) Math.max(needed, larger));
    }
    added.get(bytes, size, count);
    size = needed;
    return !added.hasRemaining();
  }

  /**
   * Returns an array with the bytes of a buffer, from {@link #offset} on: its own if it has one.
   */
  @SuppressWarnings("ByteBufferBackingArray") // That is what offset is for.
  static byte[] array(ByteBuffer bytes) {
    if (bytes.hasArray()) {
      return bytes.array();
    }
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return copy;
  }

  /** Returns where the bytes of a buffer begin in its {@link #array}. */
  static int offset(ByteBuffer bytes) {
    return bytes.hasArray() ? bytes.arrayOffset() + bytes.position() : 0;
  }

  /** Moves all bytes to the end of another buffer, which has room for them. */
  void moveTo(HeldBytes other) {
    if (other.size > 0 || size <= other.bytes.length) {
      other.append(drain());
      return;
    }
    byte[] smaller = other.bytes; // A long line is not copied once more.
    other.bytes = bytes;
    other.size = size;
    bytes = smaller;
    size = 0;
  }

  int size() {
    return size;
  }

  /** Returns the bytes, which are valid until others are added. */
  ByteBuffer bytes() {
    return ByteBuffer.wrap(bytes, 0, size);
  }

  void clear() {
    size = 0;
    if (bytes.length > MAX_KEPT) {
      bytes = NONE;
    }
  }

  /** Empties the buffer and returns its bytes, which are valid until bytes are added again. */
  ByteBuffer drain() {
    ByteBuffer drained = bytes();
    clear();
    return drained;
  }
}

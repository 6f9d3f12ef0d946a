package io.redial.kernel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A copy of bytes, of which those that came first can be dropped. */
public final class BufferedBytes {
  private static final byte[] NONE = {};
  private static final int SMALLEST = 512;

  private byte[] bytes = NONE;
  private int from;
  private int to;

  /** Creates an empty copy. */
  public BufferedBytes() {}

  /** Returns how many bytes there are in a piece. */
  public static long count(List<ByteBuffer> piece) {
    long count = 0;
    for (ByteBuffer buffer : piece) {
      count += buffer.remaining();
    }
    return count;
  }

  /** Adds a copy of a piece, which stays as it is. */
  public void add(List<ByteBuffer> piece) {
    int more = (int) count(piece);
    if (bytes.length - to < more) {
      int size = size();
      byte[] larger = new byte[Math.max(SMALLEST, Math.max(size + more, 2 * size))];
      System.arraycopy(bytes, from, larger, 0, size);
      bytes = larger;
      from = 0;
      to = size;
    }
    for (ByteBuffer buffer : piece) {
      int length = buffer.remaining();
      buffer.duplicate().get(bytes, to, length);
      to += length;
    }
  }

  /** Drops the bytes that came first. */
  public void drop(long count) {
    from += (int) Math.min(count, size());
    if (from == to) {
      bytes = NONE;
      from = 0;
      to = 0;
    }
  }

  /** Returns how many bytes there are. */
  public int size() {
    return to - from;
  }

  /** Returns the bytes as a piece; an empty list if there are none. */
  public List<ByteBuffer> piece() {
    List<ByteBuffer> piece = new ArrayList<>(1);
    if (size() > 0) {
      piece.add(ByteBuffer.wrap(Arrays.copyOfRange(bytes, from, to)).asReadOnlyBuffer());
    }
    return piece;
  }
}

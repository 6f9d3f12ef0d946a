package io.redial.policy.stream;

import java.nio.ByteBuffer;

/**
 * The end of the last line that an event stream's reader got. If a source breaks off between the
 * return and the line feed of one, the line feed comes before the next source's first byte: to the
 * standard it makes no difference, and readers that look for line feeds find the line's end. Used
 * by one thread at a time.
 */
final class LineEnd {
  private boolean gaveReturn;
  private boolean lineFeedDue;

  /**
   * Another source begins.
   *
   * @param pairs whether the stream's lines end with both
   */
  void sourceBegins(boolean pairs) {
    lineFeedDue |= gaveReturn && pairs;
    gaveReturn = false;
  }

  /** What the reader gets: what was held, and these bytes after it. */
  ByteBuffer give(HeldBytes held, ByteBuffer bytes) {
    if (!bytes.hasRemaining()) {
      return bytes;
    }
    gaveReturn = bytes.get(bytes.limit() - 1) == '\r';
    int before = held.size() + (lineFeedDue ? 1 : 0);
    if (before == 0) {
      return bytes;
    }
    ByteBuffer all = ByteBuffer.allocate(before + bytes.remaining());
    if (lineFeedDue) {
      all.put((byte) '\n');
      lineFeedDue = false;
    }
    all.put(held.drain()).put(bytes).flip();
    return all;
  }
}

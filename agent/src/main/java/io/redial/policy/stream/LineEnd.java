package io.redial.policy.stream;

import java.nio.ByteBuffer;

/**
 * The end of the last line that the reader of an event stream got. If a source breaks off between
 * the carriage return and the line feed of a line end, the line feed is passed on before the first
 * byte of the next source. By the standard that makes no difference, and a reader that looks for
 * line feeds finds the end of the line. Used by one thread at a time.
 */
final class LineEnd {
  private boolean gaveReturn;
  private boolean lineFeedDue;

  /**
   * Called when another source begins.
   *
   * @param pairs whether the stream's lines end with a carriage return and a line feed
   */
  void sourceBegins(boolean pairs) {
    lineFeedDue |= gaveReturn && pairs;
    gaveReturn = false;
  }

  /**
   * Returns what the reader gets: a line feed if one is due, what was held back, and these bytes.
   */
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

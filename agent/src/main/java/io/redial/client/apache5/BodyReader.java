package io.redial.client.apache5;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/**
 * One attempt's way through a body that can be sent once: the copy from its beginning, then what
 * still comes. Used by the thread of its connection.
 */
final class BodyReader {
  private final BodyTap tap;
  private int index;
  private ByteBuffer chunk;
  private boolean live;
  private volatile boolean endTold;

  BodyReader(BodyTap tap) {
    this.tap = tap;
  }

  /** The client sends the body again within its attempt: from the beginning. */
  void rewind() {
    index = 0;
    chunk = null;
    live = false;
    endTold = false;
  }

  /** The producer ended the body while it wrote through. */
  void toldEnd() {
    endTold = true;
  }

  boolean hasEnded() {
    return endTold;
  }

  int available() {
    if (!live && (chunk != null || tap.chunk(index) != null)) {
      return Integer.MAX_VALUE;
    }
    return tap.hasEnded() ? (endTold ? 0 : 1) : tap.available();
  }

  void produce(DataStreamChannel to) throws IOException {
    if (!tap.isCurrent(this)) {
      refuse();
    }
    while (!live && next()) {
      to.write(chunk);
      if (chunk.hasRemaining()) {
        return;
      }
      chunk = null;
    }
    if (!live && !tap.isCurrent(this)) {
      refuse(); // The copy is gone, and not at its end.
    }
    live = true;
    if (!tap.hasEnded()) {
      tap.produceTo(to);
    } else if (!endTold) {
      endTold = true;
      tap.end(to);
    }
  }

  /**
   * Ends an HTTP/2 stream but not its connection, which other calls use, as an {@code IOException}
   * would; and an HTTP/1.1 connection.
   */
  static void refuse() throws IOException {
    BodyReader.<IOException>sneak(new ProtocolException("a new attempt takes this one's place"));
  }

  @SuppressWarnings("unchecked") // The client expects it here, but the method does not declare it.
  private static <E extends Exception> void sneak(Exception thrown) throws E {
    throw (E) thrown;
  }

  private boolean next() {
    if (chunk == null) {
      byte[] bytes = tap.chunk(index);
      if (bytes == null) {
        return false;
      }
      index++;
      chunk = ByteBuffer.wrap(bytes);
    }
    return true;
  }
}

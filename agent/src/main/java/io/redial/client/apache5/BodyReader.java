package io.redial.client.apache5;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/**
 * One attempt's way through a body that can be sent once: the copy from its beginning, then what
 * still comes. Used by the thread of its connection.
 */
final class BodyReader implements UploadConnection.Reader {
  private final BodyTap tap;
  private int index;
  private ByteBuffer chunk;
  private volatile boolean live;
  private volatile boolean endTold;
  private volatile Exception broken;

  BodyReader(BodyTap tap) {
    this.tap = tap;
  }

  /** The client sends the body again within its attempt: from the beginning. */
  void rewind() {
    index = 0;
    chunk = null;
    live = false;
    endTold = false;
    broken = null;
  }

  /** How many chunks of the copy were taken. */
  int index() {
    return index;
  }

  /** It is past the copy: the producer writes to its connection. */
  void goLive() {
    live = true;
  }

  boolean isLive() {
    return live;
  }

  /** The producer ended the body while it wrote through. */
  void toldEnd() {
    endTold = true;
  }

  boolean hasEnded() {
    return endTold;
  }

  /** Its connection failed while the producer wrote to it: it sends no more. */
  @Override
  public void breakOff(Exception thrown) {
    broken = thrown;
  }

  void ensureUnbroken() throws IOException {
    Exception thrown = broken;
    if (thrown != null) {
      BodyReader.<IOException>sneak(thrown);
    }
  }

  int available() {
    if (chunk != null) {
      return Integer.MAX_VALUE;
    }
    int known = tap.state().available(this);
    return known == UploadState.ASK ? tap.available() : known;
  }

  void produce(DataStreamChannel to) throws IOException {
    while (hasChunk(to)) {
      tap.replay(chunk, to);
      if (chunk.hasRemaining()) {
        return;
      }
      chunk = null;
    }
  }

  /** Whether the copy goes on; what comes after it is done at once. */
  private boolean hasChunk(DataStreamChannel to) throws IOException {
    if (chunk != null) {
      tap.state().ensureCurrent(this);
      return true;
    }
    UploadState.Next next = tap.state().next(this, to);
    if (next != UploadState.Next.REPLAY) {
      goOn(next, to);
      return false;
    }
    byte[] bytes = tap.state().chunk(index);
    if (bytes == null) {
      refuse(); // The copy is gone, and not at its end.
    }
    chunk = ByteBuffer.wrap(bytes);
    index++;
    return true;
  }

  private void goOn(UploadState.Next next, DataStreamChannel to) throws IOException {
    if (next == UploadState.Next.PRODUCE) {
      tap.produce(this);
    } else if (next == UploadState.Next.END && !endTold) {
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
}

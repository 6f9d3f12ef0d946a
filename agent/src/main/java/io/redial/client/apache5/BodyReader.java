package io.redial.client.apache5;

import io.redial.call.body.ReplayCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/**
 * Reads a body that can be produced only once, for one attempt: the copy from its beginning, then
 * the rest from the producer. Used by the thread of the attempt's connection.
 */
final class BodyReader extends ReplayCursor implements UploadConnection.Reader {
  private final BodyTap tap;
  private volatile boolean endTold;
  private volatile Exception broken;

  BodyReader(BodyTap tap) {
    this.tap = tap;
  }

  @Override
  protected void rewind() {
    super.rewind();
    endTold = false;
    broken = null;
  }

  /** Notes that the producer ended the body on this attempt's connection. */
  void toldEnd() {
    endTold = true;
  }

  boolean hasEnded() {
    return endTold;
  }

  /**
   * Notes that the connection failed while the producer wrote to it. The attempt sends nothing
   * more.
   */
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
    int known = tap.state().available(this);
    return known == UploadState.ASK ? tap.available() : known;
  }

  /**
   * Sends as much of the copy as the connection takes, and then continues with what follows the
   * copy.
   */
  void produce(DataStreamChannel to) throws IOException {
    UploadState.Next next = tap.state().next(this, to);
    while (next == UploadState.Next.REPLAY) {
      ByteBuffer piece = tap.state().piece(this);
      if (piece == null) {
        refuse(); // The copy was freed before its end.
      }
      tap.replay(piece, to);
      if (piece.hasRemaining()) {
        return;
      }
      next = tap.state().next(this, to);
    }
    goOn(next, to);
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
   * Ends an HTTP/1.1 connection, or an HTTP/2 stream without its connection, which other calls use.
   * An {@code IOException} would end both.
   */
  static void refuse() throws IOException {
    BodyReader.<IOException>sneak(new ProtocolException("replaced by a new attempt"));
  }

  @SuppressWarnings("unchecked") // The client expects it here, but the method does not declare it.
  private static <E extends Exception> void sneak(Exception thrown) throws E {
    throw (E) thrown;
  }
}

package io.redial.subjects.apache4;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.http.entity.AbstractHttpEntity;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.entity.HttpAsyncContentProducer;

/**
 * A body that the application gives out piece by piece, once, in a thread of its own: between two
 * pieces it suspends the output.
 */
final class Pieces extends AbstractHttpEntity implements HttpAsyncContentProducer {
  private static final int PIECE = 4_000;

  private final ByteBuffer bytes;
  private final boolean known;
  private final Runnable asked;

  /**
   * A body.
   *
   * @param known whether its length is told
   * @param asked run whenever it is asked for from its beginning
   */
  Pieces(byte[] bytes, boolean known, Runnable asked) {
    this.asked = asked;
    this.bytes = ByteBuffer.wrap(bytes);
    this.known = known;
    setChunked(!known);
  }

  @Override
  public void produceContent(ContentEncoder encoder, IOControl control) throws IOException {
    if (bytes.position() == 0) {
      asked.run();
    }
    ByteBuffer piece = bytes.slice();
    piece.limit(Math.min(PIECE, piece.remaining()));
    int taken = encoder.write(piece);
    bytes.position(bytes.position() + taken);
    if (!bytes.hasRemaining()) {
      encoder.complete();
    } else {
      control.suspendOutput();
      new Thread(control::requestOutput).start();
    }
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public long getContentLength() {
    return known ? bytes.capacity() : -1;
  }

  @Override
  public InputStream getContent() {
    throw new UnsupportedOperationException("asynchronous");
  }

  @Override
  public void writeTo(OutputStream out) {
    throw new UnsupportedOperationException("asynchronous");
  }

  @Override
  public boolean isStreaming() {
    return false;
  }

  @Override
  public void close() {}
}

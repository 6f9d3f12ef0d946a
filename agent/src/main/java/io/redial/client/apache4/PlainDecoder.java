package io.redial.client.apache4;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.FileContentDecoder;

/**
 * Decodes content after an internal fault (rule 1.4): first what Redial still has of it, then what
 * the client delivers. Used by one thread at a time.
 */
final class PlainDecoder implements FileContentDecoder {
  private static final int BUFFER = 4096;

  private final ByteBuffer before;

  /** The client's own decoder, or null if nothing more is read from it. */
  private ContentDecoder decoder;

  private boolean whole;

  PlainDecoder(ContentDecoder decoder, ByteBuffer... before) {
    this.decoder = decoder;
    int length = 0;
    for (ByteBuffer piece : before) {
      length += piece.remaining();
    }
    this.before = ByteBuffer.allocate(length);
    for (ByteBuffer piece : before) {
      this.before.put(piece);
    }
    this.before.flip();
  }

  /** Returns the number of bytes that are left of what Redial had already read from the client. */
  int left() {
    return before.remaining();
  }

  /**
   * Ends the content: nothing more is read from the client.
   *
   * @param inOrder whether this is the orderly end
   */
  void end(boolean inOrder) {
    decoder = null;
    whole = inOrder;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (!before.hasRemaining()) {
      return decoder != null ? decoder.read(into) : whole ? -1 : 0;
    }
    int moved = Math.min(into.remaining(), before.remaining());
    ByteBuffer piece = before.slice();
    piece.limit(moved);
    into.put(piece);
    before.position(before.position() + moved);
    return moved;
  }

  @Override
  public long transfer(FileChannel into, long position, long count) throws IOException {
    if (!before.hasRemaining() && decoder instanceof FileContentDecoder) {
      return ((FileContentDecoder) decoder).transfer(into, position, count);
    }
    ByteBuffer piece = ByteBuffer.allocate((int) Math.min(BUFFER, Math.max(0, count)));
    int read = read(piece);
    piece.flip();
    for (long at = position; piece.hasRemaining(); ) {
      at += into.write(piece, at);
    }
    return read;
  }

  @Override
  public boolean isCompleted() {
    return !before.hasRemaining() && (decoder != null ? decoder.isCompleted() : whole);
  }
}

package io.redial.call.body;

import java.nio.ByteBuffer;

/**
 * How far one attempt has come with a {@link ReplayableBody}: it reads the copy from its beginning,
 * and is past it once the source gives it what follows. Guarded by the body, except where only the
 * attempt's own thread reads what it has changed itself.
 */
public class ReplayCursor {
  /** Whether it has read all of the copy, and goes on with the source. */
  public volatile boolean pastCopy;

  /** How many pieces of the copy it has taken, or was given by the source. */
  protected int index;

  /** The piece of the copy that it took last, or null. */
  protected ByteBuffer piece;

  /** What is left of a piece of the copy, or the next one; null if there is none. */
  final ByteBuffer next(ReplayBuffer copy) {
    if (piece == null || !piece.hasRemaining()) {
      byte[] next = copy.chunk(index);
      piece = next == null ? null : ByteBuffer.wrap(next);
      index += next == null ? 0 : 1;
    }
    return piece;
  }

  /** Whether it is in the midst of a piece. */
  final boolean hasPiece() {
    return piece != null && piece.hasRemaining();
  }

  /** The client sends the body again within its attempt: from the beginning. */
  protected void rewind() {
    index = 0;
    piece = null;
    pastCopy = false;
  }

  /** Bytes that can be read without a wait, as far as is known from the copy. */
  final int left() {
    return piece == null ? 0 : piece.remaining();
  }
}

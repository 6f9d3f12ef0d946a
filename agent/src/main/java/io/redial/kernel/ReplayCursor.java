package io.redial.kernel;

import java.nio.ByteBuffer;

/**
 * The position of one attempt in a {@link ReplayableBody}. It reads the copy from its beginning,
 * and is past the copy once it gets bytes from the source. Guarded by the body, except where the
 * attempt's own thread reads what it has changed itself.
 */
public class ReplayCursor {
  /** Whether it has read the whole copy and continues with the source. */
  public volatile boolean pastCopy;

  /** How many pieces it has taken from the copy or got from the source. */
  protected int index;

  /** The piece of the copy that it took last, or null. */
  protected ByteBuffer piece;

  /** Returns whether the attempt is in the middle of a piece. */
  public final boolean hasPiece() {
    return piece != null && piece.hasRemaining();
  }

  /** Returns the number of bytes left in the current piece. */
  public final int left() {
    return piece == null ? 0 : piece.remaining();
  }
}

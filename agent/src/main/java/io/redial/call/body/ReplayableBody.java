package io.redial.call.body;

import java.nio.ByteBuffer;

/**
 * A request body that can be read once, over the attempts of a call (rules 6.1 to 6.5). What the
 * source produces is copied while it is first sent. Each attempt reads the copy from its beginning
 * and then continues with the source. So it gets the same bytes as every other attempt, or an error
 * that cannot be taken for the end of the body. One attempt sends at a time: once the next one
 * begins, an earlier one gets nothing more.
 *
 * <p>The body can be sent again until it outgrows its copy, until it fails or until it is
 * committed. How bytes get from the source to a connection differs from client to client; what
 * becomes of the copy does not. Thread-safe; calls nothing out.
 *
 * <p>Its state is in fields, so that an adapter can read and set it where a method of Redial's has
 * failed or must not be called (rule 1.4).
 */
public class ReplayableBody {
  /** The attempt that sends; null between two attempts. Guarded by this. */
  public ReplayCursor current;

  /** The copy is incomplete, so that no further attempt can send the body. */
  public volatile boolean failed;

  /** No attempt follows. */
  public volatile boolean committed;

  /** Whether the source has come to its end. */
  public volatile boolean ended;

  /** How many pieces were copied. */
  public volatile int pieces;

  protected final ReplayBuffer copy;
  private boolean outgrown;

  /**
   * A body of which nothing was sent yet.
   *
   * @param copy what the source gives is kept there, up to its limit
   */
  public ReplayableBody(ReplayBuffer copy) {
    this.copy = copy;
  }

  /** Whether one more attempt can send the same bytes. */
  public synchronized boolean repeatable() {
    return isCopied();
  }

  /** Whether what the source produces is still copied. */
  private boolean isCopied() {
    return !outgrown && !failed && !committed;
  }

  /** The next attempt begins: the one before gets nothing more. */
  public synchronized void begin(ReplayCursor next) {
    fence();
    current = next;
  }

  /** The attempt under way is given up on: it gets nothing more. */
  public synchronized void fence() {
    current = null;
  }

  /** Whether an attempt may send. */
  public final synchronized boolean isCurrent(ReplayCursor attempt) {
    return attempt == current;
  }

  /**
   * The piece of the copy that an attempt sends next. Null if the attempt is past the copy, so that
   * the source follows, or if the copy {@linkplain #isGone is gone}.
   */
  public final synchronized ByteBuffer piece(ReplayCursor by) {
    ByteBuffer piece = copied(by);
    if (piece == null && !isGone(by)) {
      passCopy(by);
    }
    return piece;
  }

  /**
   * The same for an attempt that gets everything through the copy, even what the source produces
   * now.
   */
  protected final synchronized ByteBuffer copied(ReplayCursor by) {
    return by.pastCopy ? null : by.next(copy);
  }

  /** An attempt has read the whole copy and continues with the source. */
  protected final synchronized void passCopy(ReplayCursor by) {
    by.pastCopy = true;
    if (committed && by == current) {
      copy.free();
    }
  }

  /** Whether the copy was freed before that attempt had read all of it. */
  public final synchronized boolean isGone(ReplayCursor by) {
    return !by.pastCopy && !hasPiece(by) && by.index < pieces;
  }

  /** Whether the copy has another piece for an attempt. */
  protected final synchronized boolean hasPiece(ReplayCursor by) {
    return !by.pastCopy && (by.hasPiece() || copy.chunk(by.index) != null);
  }

  /**
   * Copies what the source gave to an attempt, or between two attempts. If it does not fit, the
   * body has outgrown its copy: only the attempt that is past the copy can finish it.
   *
   * @param piece owned by the copy from now on
   * @param by the attempt that was given the piece; null if none was
   * @return whether it was copied
   */
  protected final synchronized boolean append(byte[] piece, ReplayCursor by) {
    boolean copied = offer(piece, by);
    if (!copied && isCopied()) {
      outgrown = true;
      if (by != null && by == current) {
        copy.free(); // It has the whole copy already.
      } else {
        failed = true; // Another attempt has begun, and would miss the piece.
      }
    }
    return copied;
  }

  /** The same for a source that keeps what does not fit. */
  protected final synchronized boolean offer(byte[] piece, ReplayCursor by) {
    if (!isCopied() || !copy.append(piece)) {
      return false;
    }
    pieces++;
    if (by != null) {
      by.index++;
    }
    return true;
  }

  /** The source has failed, or some of its bytes were not copied. */
  public synchronized void fail() {
    failed = true;
  }

  /** The source starts from its beginning again, without a copy. */
  protected final synchronized void restart() {
    outgrown = true;
    failed = false;
    ended = false;
    copy.free();
  }

  /** No attempt follows. The one under way reads what is left of the copy. */
  public synchronized void commit() {
    committed = true;
    if (current == null || current.pastCopy) {
      copy.free();
    }
  }

  /** An attempt needs nothing more of the copy. */
  protected final synchronized void finish(ReplayCursor attempt) {
    if (attempt == current && committed) {
      current = null;
      copy.free();
    }
  }

  /** The call is over: no attempt gets anything more. */
  public synchronized void close() {
    fence();
    committed = true;
    copy.free();
  }
}

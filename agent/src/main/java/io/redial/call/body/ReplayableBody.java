package io.redial.call.body;

import java.nio.ByteBuffer;

/**
 * A request body that can be read once, over the attempts of a call (rules 6.1 to 6.5). What its
 * source gives is copied while it is first sent. Each attempt reads the copy from its beginning and
 * then goes on with the source, so that it gets the same bytes as every other attempt, or an end
 * that cannot be taken for the body's. One attempt sends at a time: once the next one begins, an
 * earlier one gets nothing more.
 *
 * <p>The body can be sent again until it outgrows its copy, until it fails or until it is
 * committed. How bytes get from the source to a connection differs from client to client; what
 * becomes of the copy does not. Thread-safe; calls nothing out.
 *
 * <p>Its state is in fields that an adapter can look at, and set, where a method of Redial's has
 * failed or must not be entered (rule 1.4).
 */
public class ReplayableBody {
  /** The attempt that sends; null between two attempts. Guarded by this. */
  public ReplayCursor current;

  /** The copy is not all that the source gave, so that no further attempt can send the body. */
  public volatile boolean failed;

  /** No attempt follows. */
  public volatile boolean committed;

  /** Whether the source has given all. */
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

  /** Whether what the source gives is copied. */
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
   * What an attempt sends next of the copy; null if it is past it, so that the source follows, or
   * if the copy {@linkplain #isGone is gone}.
   */
  public final synchronized ByteBuffer piece(ReplayCursor by) {
    ByteBuffer piece = copied(by);
    if (piece == null && !isGone(by)) {
      passCopy(by);
    }
    return piece;
  }

  /** The same for an attempt that gets all that the source gives by way of the copy. */
  protected final synchronized ByteBuffer copied(ReplayCursor by) {
    return by.pastCopy ? null : by.next(copy);
  }

  /** An attempt has read all of the copy, and goes on with the source. */
  protected final synchronized void passCopy(ReplayCursor by) {
    by.pastCopy = true;
    if (committed && by == current) {
      copy.free();
    }
  }

  /** Whether the copy was given back before that attempt had read all of it. */
  public final synchronized boolean isGone(ReplayCursor by) {
    return !by.pastCopy && !hasPiece(by) && by.index < pieces;
  }

  /** Whether the copy has something for an attempt that is not past it. */
  protected final synchronized boolean hasPiece(ReplayCursor by) {
    return !by.pastCopy && (by.hasPiece() || copy.chunk(by.index) != null);
  }

  /**
   * Copies what the source gave to an attempt, or between two attempts. If it does not fit, the
   * body has outgrown its copy: the attempt that is past the copy can finish it, and no other can.
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

  /** The same where the source keeps what does not fit. */
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

  /** The source has failed, or gave something that was not copied. */
  public synchronized void fail() {
    failed = true;
  }

  /** The source starts from its beginning again: nothing of it was copied, and nothing will be. */
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

package io.redial.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A request body that can be read only once, across the attempts of a call (rules 6.1 to 6.5). What
 * the source produces is copied while it is first sent. Each attempt reads the copy from its
 * beginning and then continues with the source. So it gets the same bytes as every other attempt,
 * or an error that cannot be taken for the end of the body. One attempt sends at a time: once the
 * next one begins, an earlier one gets nothing more.
 *
 * <p>The body can be sent again until it outgrows its copy, until it fails or until it is
 * committed. How bytes get from the source to a connection differs from client to client; what
 * becomes of the copy does not. A fault in the copy is caught here: whoever is past the copy
 * continues, and the body cannot be sent again (rule 1.4). Thread-safe; calls no foreign code.
 */
public class ReplayableBody {
  /** The attempt that sends; null between two attempts. Guarded by this. */
  protected ReplayCursor current;

  /** Whether the copy is incomplete, so that no further attempt can send the body. */
  public volatile boolean failed;

  /** Whether the body is committed, because no attempt follows. */
  protected volatile boolean committed;

  /** Whether the source has come to its end. */
  protected volatile boolean ended;

  /** How many pieces were copied. */
  private int pieces;

  /** The first fault in the copy, or null. */
  protected volatile Throwable fault;

  private final BodyStore copy;
  private boolean outgrown;
  private boolean unreadable;

  /**
   * Creates a body of which nothing was sent yet.
   *
   * @param copy keeps what the source produces, up to its limit
   */
  public ReplayableBody(BodyStore copy) {
    this.copy = copy;
  }

  /** Returns whether one more attempt can send the same bytes. */
  public synchronized boolean repeatable() {
    return isCopied();
  }

  /** Whether what the source produces is still copied. */
  private boolean isCopied() {
    return !outgrown && !failed && !committed;
  }

  /** Begins the next attempt. The one before gets nothing more. */
  public synchronized void begin(ReplayCursor next) {
    fence();
    current = next;
  }

  /** Fences off the attempt under way, which is given up on: it gets nothing more. */
  public synchronized void fence() {
    current = null;
  }

  /** Whether an attempt may send. */
  public final synchronized boolean isCurrent(ReplayCursor attempt) {
    return attempt == current;
  }

  /**
   * Returns the piece of the copy that an attempt sends next. Null if the attempt is past the copy,
   * so that the source follows, or if the copy {@linkplain #isGone is gone}.
   */
  public final synchronized ByteBuffer piece(ReplayCursor by) {
    ByteBuffer piece = copied(by);
    if (piece == null && !isGone(by)) {
      passCopy(by);
    }
    return piece;
  }

  /**
   * Returns the next piece for an attempt that gets everything through the copy, even what the
   * source produces now; null if there is none yet.
   */
  protected final synchronized ByteBuffer copied(ReplayCursor by) {
    return findPiece(by) ? by.piece : null;
  }

  /** Records that an attempt has read the whole copy and continues with the source. */
  protected final synchronized void passCopy(ReplayCursor by) {
    by.pastCopy = true;
    if (committed && by == current) {
      free();
    }
  }

  /** Returns whether the copy was freed before an attempt had read all of it, or is broken. */
  public final synchronized boolean isGone(ReplayCursor by) {
    return !by.pastCopy && !by.hasPiece() && (unreadable || by.index < pieces);
  }

  /** Returns what the client of an attempt is told whose copy is gone. */
  protected final synchronized IOException gone() {
    return unreadable ? new BodyFault() : new IOException("the call has ended");
  }

  /** Moves an attempt to the next piece of the copy; returns false if there is none for it. */
  protected final synchronized boolean findPiece(ReplayCursor by) {
    if (by.pastCopy) {
      return false;
    }
    if (by.hasPiece()) {
      return true;
    }
    by.piece = null;
    try {
      byte[] next = unreadable || copy == null ? null : copy.piece(by.index);
      if (next != null) {
        by.piece = ByteBuffer.wrap(next);
        by.index++;
      }
    } catch (Throwable thrown) {
      unreadable = true;
      failOpen(thrown);
    }
    return by.piece != null;
  }

  /** Called when a step of the copy has failed: it is no longer made. */
  private void failOpen(Throwable thrown) {
    fault = fault == null ? thrown : fault;
    failed = true;
  }

  /**
   * Copies what the source gave to an attempt, or between two attempts. If it does not fit, the
   * body has outgrown its copy: only the attempt that is past the copy can finish it.
   *
   * @param bytes are left as they are
   * @param by the attempt that was given the bytes; null if none was
   * @return whether they were copied
   */
  protected final synchronized boolean append(ByteBuffer bytes, ReplayCursor by) {
    boolean wasCopied = isCopied();
    if (offer(bytes, by)) {
      return true;
    }
    if (wasCopied) {
      outgrown = true;
      if (by != null && by == current) {
        free(); // The attempt has the whole copy already.
      } else {
        failed = true; // Another attempt has begun, and would miss the bytes.
      }
    }
    return false;
  }

  /**
   * Copies bytes like {@link #append}, but does not count the body as outgrown if they do not fit,
   * because its source keeps them.
   */
  protected final synchronized boolean offer(ByteBuffer bytes, ReplayCursor by) {
    try {
      if (!isCopied()) {
        return false;
      }
      byte[] piece = new byte[bytes.remaining()];
      bytes.duplicate().get(piece);
      if (!copy.append(piece)) {
        return false;
      }
    } catch (Throwable thrown) {
      failOpen(thrown);
      return false;
    }
    pieces++;
    if (by != null) {
      by.index++;
    }
    return true;
  }

  /** Called when the source has failed, or when some of its bytes were not copied. */
  public synchronized void fail() {
    failed = true;
  }

  /** Called when the source starts again from its beginning, without a copy. */
  protected final synchronized void restart() {
    outgrown = true;
    failed = false;
    ended = false;
    pieces = 0;
    free();
  }

  /**
   * Commits the body, because no attempt follows. The one under way reads what is left of the copy.
   */
  public synchronized void commit() {
    committed = true;
    if (current == null || current.pastCopy) {
      free();
    }
  }

  /** Called when an attempt needs nothing more of the copy. */
  public final synchronized void finish(ReplayCursor attempt) {
    if (attempt == current && committed) {
      current = null;
      free();
    }
  }

  /** Frees the copy, because the call is over. No attempt gets anything more. */
  public synchronized void close() {
    fence();
    committed = true;
    free();
  }

  /** Releases the copy, which nobody reads any more. */
  protected final synchronized void free() {
    Throwable thrown = copy == null ? null : FaultBoundary.thrownBy(copy::free);
    if (thrown != null) {
      failOpen(thrown);
    }
  }
}

package io.redial.kernel;

import io.redial.kernel.Upload.Cursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/**
 * What an {@link AsyncReplay} knows: besides the copy, the connection of the attempt under way, and
 * who is writing. Thread-safe; never calls outside code.
 */
final class ReplayState<K, W> extends ReplayableBody {

  /** What an attempt does next. */
  enum Step {
    /** It sends the next piece of the copy. */
    REPLAY,
    /** The source continues from where it is, on this attempt's connection. */
    PRODUCE,
    /** The source does so without a copy. */
    PRODUCE_UNCOPIED,
    END,
    /** It is asked for more once an earlier attempt's last write has returned, or not at all. */
    WAIT,
    REFUSE
  }

  /** Whether the source may write only while it is asked for output. */
  private final boolean isLent;

  /** How many of the announced bytes were not copied yet. */
  private long missing;

  /** The attempt that is past the copy, unless its connection broke. */
  private Cursor<K, W> connected;

  /** An attempt that was told to wait. */
  private Cursor<K, W> waiting;

  /** What the attempt that was connected last asks for output with. */
  volatile W control;

  /** The number of writes to a connection that have not returned. */
  private int writing;

  private Thread producing;

  /** Whether a thread of the source's own keeps writing, which may wait for capacity. */
  private boolean heldBack;

  private Object trailers;
  private boolean closed;

  ReplayState(BodyStore copy, boolean isLent, long length) {
    super(copy);
    this.isLent = isLent;
    this.missing = length < 0 ? Long.MAX_VALUE : length;
  }

  @Override
  public synchronized void fence() {
    super.fence();
    leaveConnection();
  }

  private void leaveConnection() {
    connected = null;
    waiting = null;
  }

  @Override
  public synchronized void commit() {
    Cursor<?, ?> last = (Cursor<?, ?>) current;
    super.commit();
    if (last != null && (last.isEnded || last.wasEnded)) {
      free();
    }
  }

  /** Frees the copy, because the call is over. An attempt that is past it may still send. */
  synchronized void forget() {
    committed = true;
    free();
  }

  @Override
  public synchronized void close() {
    super.close();
    closed = true;
  }

  /** Whether a thread of the source's own may wait for an attempt although none follows. */
  synchronized boolean leavesSourceWaiting() {
    return closed && heldBack && !ended;
  }

  /** Whether the source is at work. */
  synchronized boolean isProducing() {
    return producing != null;
  }

  private boolean isBusy() {
    return writing > 0 || producing != null;
  }

  // What the client does.

  /** Begins to send some output of an attempt. */
  synchronized Cursor<K, W> output(Upload<K, W> by) {
    by.cursor.wasEnded = false;
    return by.cursor;
  }

  /**
   * Returns what comes next on an attempt's connection.
   *
   * @param isComplete whether the connection has the announced number of bytes
   */
  synchronized Step next(Cursor<K, W> by, K sink, W wake, boolean isComplete) {
    if (!isCurrent(by) || by.broken != null) {
      return Step.REFUSE;
    }
    if (findPiece(by)) {
      return Step.REPLAY;
    }
    if (isGone(by) || (failed && !by.pastCopy)) {
      return Step.REFUSE; // The copy is incomplete.
    }
    if (ended || isComplete) {
      boolean isReported = by.isEnded;
      by.isEnded = true;
      return isReported ? Step.WAIT : Step.END;
    }
    by.wake = wake;
    if (!by.pastCopy && isBusy()) {
      waiting = by;
      return Step.WAIT;
    }
    passCopy(by);
    by.sink = sink;
    waiting = null;
    heldBack = false;
    producing = Thread.currentThread();
    control = wake;
    if (isLent && !repeatable()) {
      return Step.PRODUCE_UNCOPIED;
    }
    connected = by;
    return Step.PRODUCE;
  }

  /** Returns what an attempt is told that may not send any more; null if it was replaced. */
  synchronized Throwable refusal(Cursor<K, W> by) {
    if (!isCurrent(by) || by.broken != null) {
      return isCurrent(by) ? by.broken : null;
    }
    return isGone(by) ? gone() : new BodyFault(); // A late write did not fit into the copy.
  }

  /** Notes that the source has returned. Returns the attempt that waits for that, or null. */
  synchronized Cursor<K, W> produced() {
    producing = null;
    return isBusy() ? null : waiting;
  }

  /** Returns how much an attempt can send; negative if only the source knows. */
  synchronized int available(Upload<K, W> by) {
    Cursor<K, W> cursor = by.cursor;
    if (findPiece(cursor)) {
      return Integer.MAX_VALUE;
    }
    boolean isWaiting = waiting != null && !cursor.pastCopy;
    if (ended || isWaiting) {
      boolean hasNothing = ended ? cursor.isEnded : isBusy();
      return hasNothing ? 0 : 1;
    }
    return -1;
  }

  /**
   * Makes an attempt send the body from its beginning next.
   *
   * @return false if the copy was freed, so that the source has to begin again
   */
  synchronized boolean rewind(Upload<K, W> by) {
    if (!isCurrent(by.cursor) || committed) {
      return true;
    }
    startAgain(by, false);
    boolean isCopied = repeatable();
    if (!isCopied) {
      restart();
    }
    return isCopied;
  }

  /**
   * Does the same for a client that is done with the body, or sends it again.
   *
   * @param resets whether the source begins again, which is not copied then
   */
  synchronized void startAgain(Upload<K, W> by, boolean resets) {
    Cursor<K, W> before = by.cursor;
    by.cursor = new Cursor<>();
    by.cursor.wasEnded = before.isEnded || before.wasEnded;
    if (isCurrent(before)) {
      current = by.cursor;
      leaveConnection();
    }
    if (resets && !(ended && repeatable())) {
      restart();
    }
  }

  /** Whether the client of an attempt was told of the end of the body. */
  synchronized boolean isEndReported(Upload<K, W> by) {
    return by.cursor.isEnded;
  }

  // What the source does.

  /** Begins a write. Returns what to write to; null if there is no connection. */
  synchronized Cursor<K, W> beginWrite() {
    writing += connected == null ? 0 : 1;
    return connected;
  }

  /** Notes that a write has returned. Returns the attempt that waits for that, or null. */
  synchronized Cursor<K, W> endWrite() {
    writing--;
    return isBusy() ? null : waiting;
  }

  /** Copies what was written to a connection, perhaps to one that was given up on meanwhile. */
  synchronized void keep(ByteBuffer written, Cursor<K, W> by) {
    if (written.hasRemaining() && repeatable()) {
      append(written, by);
      count(written.remaining());
    }
  }

  private void count(int more) {
    missing -= missing == Long.MAX_VALUE ? 0 : more;
  }

  /**
   * Copies the bytes of a failed write, which may have taken some of them. Returns how many those
   * are; negative if the source has to learn of the failure, because no attempt can follow.
   */
  synchronized int lost(ByteBuffer all, Cursor<K, W> by, Throwable thrown) {
    int kept = offer(all);
    if (kept < 0) {
      failed(by, thrown);
      return kept;
    }
    if (by == current) {
      by.broken = thrown;
      connected = null;
    }
    noteHeldBack();
    return kept;
  }

  /** Notes that no attempt can follow one whose connection has failed. */
  synchronized void failed(Cursor<K, W> by, Throwable thrown) {
    failed = true;
    by.broken = thrown instanceof IOException ? thrown : by.broken;
  }

  /** Copies what no connection takes. Returns how many bytes; negative if there is no room. */
  private int offer(ByteBuffer bytes) {
    int count = (int) Math.min(bytes.remaining(), missing);
    ByteBuffer wanted = bytes.duplicate();
    wanted.limit(wanted.position() + count);
    if (!repeatable() || (count > 0 && !offer(wanted, null))) {
      return -1;
    }
    count(count);
    ended |= missing == 0;
    return count;
  }

  /**
   * Takes what is written while there is no connection. The source keeps what has no room.
   *
   * @return how many bytes; negative if the source has to learn that its connection has failed,
   *     because it might go on writing for ever
   */
  synchronized int take(ByteBuffer bytes) throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
    noteHeldBack();
    int count = ended ? 0 : offer(bytes);
    if (count < 0 && isLent) {
      failed = true;
      return count;
    }
    bytes.position(bytes.position() + Math.max(0, count));
    return Math.max(0, count);
  }

  private void noteHeldBack() {
    heldBack |= producing != Thread.currentThread();
  }

  /** Returns the failure of the connection of the attempt under way, or null. */
  synchronized Throwable broken() {
    return current == null ? null : ((Cursor<?, ?>) current).broken;
  }

  /** Returns what the source writes to, unless the body is complete; null if there is nothing. */
  synchronized Cursor<K, W> open() {
    return ended ? null : connected;
  }

  /** Notes the end of the body. Returns what is to be told of it, or null. */
  synchronized Cursor<K, W> end(Object last) {
    trailers = last;
    complete(connected);
    return beginWrite();
  }

  /** Notes that a connection has the whole body. */
  synchronized void complete(Cursor<K, W> on) {
    ended = true;
    if (on != null) {
      on.isEnded = true;
    }
  }

  synchronized Object trailers() {
    return trailers;
  }
}

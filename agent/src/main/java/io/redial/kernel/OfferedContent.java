package io.redial.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;

/**
 * What a consumer is offered that reads by itself. If it reads on when there is nothing left, more
 * is taken from the client, as long as that has called. Used by the thread that offers it.
 */
public final class OfferedContent {
  private BodyEngine<?, ?, ?> engine;
  private List<ByteBuffer> piece = Collections.emptyList();
  private long taken;
  private boolean isLast;
  private boolean isEndSeen;
  private boolean isPaused;

  /** What a consumer gets that reads on where nothing more can come; null while more may come. */
  IOException stop;

  void of(BodyEngine<?, ?, ?> reading) {
    engine = reading;
  }

  /** Begins to offer some bytes. */
  void begin(List<ByteBuffer> offered) {
    piece = offered;
    taken = 0;
    isPaused = false;
    stop = null;
  }

  /** Offers the orderly end. */
  void finish() {
    begin(Collections.<ByteBuffer>emptyList());
    isLast = true;
  }

  /** Ends an offer. Returns whether the consumer has read nothing, although its input is on. */
  boolean settle() {
    List<ByteBuffer> left = piece;
    piece = Collections.emptyList();
    BodyEngine<?, ?, ?> body = engine;
    BodyState<?, ?, ?> state = body.state;
    synchronized (body) {
      if (state.resumes != null) {
        state.resumes.given(taken);
      }
      if (state.now != PushedBody.State.ENDED && !state.isCancelled) {
        state.delivery.unread(left, taken == 0);
      }
      return state.delivery.isStalled() && state.delivery.demand.isOpen();
    }
  }

  boolean isEndSeen() {
    return isEndSeen;
  }

  /**
   * Reads some bytes. Where nothing more can come, a consumer gets nothing at first, which every
   * one can handle, and an exception if it reads on.
   *
   * @return the number of bytes; -1 at the end of the body
   */
  public int read(ByteBuffer into) throws IOException {
    if (!into.hasRemaining()) {
      return 0;
    }
    int before = into.position();
    do {
      move(into);
    } while (into.position() == before && !isLast && pull());
    int count = into.position() - before;
    taken += count;
    if (count > 0) {
      return count;
    }
    if (isCompleted()) {
      return -1;
    }
    if (isPaused && stop != null) {
      throw stop;
    }
    isPaused = stop != null;
    return 0;
  }

  private void move(ByteBuffer into) {
    for (ByteBuffer bytes : piece) {
      int count = Math.min(into.remaining(), bytes.remaining());
      ByteBuffer some = bytes.duplicate();
      some.limit(some.position() + count);
      into.put(some);
      bytes.position(bytes.position() + count);
    }
  }

  /** Returns whether all of the body was read. */
  public boolean isCompleted() {
    boolean isCompleted = BufferedBytes.count(piece) == 0 && (isLast || isWhole());
    isEndSeen |= isCompleted;
    return isCompleted;
  }

  /** Takes more, on the thread that takes the steps. Returns whether there is some. */
  private boolean pull() {
    BodyEngine<?, ?, ?> body = engine;
    while (!body.state.isBroken()) {
      ResponseSignals<?> from;
      boolean hasArrived;
      synchronized (body) {
        List<ByteBuffer> next = body.state.delivery.next();
        if (next != null) {
          piece = next;
          return true;
        }
        from = body.state.readable();
        if (from == null) {
          stop = new IOException("the body has ended");
          return false;
        }
        hasArrived = !from.arrived.isEmpty();
      }
      if (!hasArrived && !(from.isReading() && from.read())) {
        boolean mayCome = from.isReading() && !from.isAtEnd;
        boolean isOver = !mayCome && !isWhole();
        stop = isOver ? new IOException("no more content at the moment") : from.broken;
        return false;
      }
      body.takePiece();
    }
    return false;
  }

  private boolean isWhole() {
    BodyEngine<?, ?, ?> body = engine;
    BodyState<?, ?, ?> state = body.state;
    ResponseSignals<?> from;
    ResumeGuard guard;
    synchronized (body) {
      from = state.source;
      guard = state.resumes;
      if (from == null || state.delivery.isWaiting() || !from.arrived.isEmpty()) {
        return state.delivery.isWhole();
      }
    }
    return guard == null ? from.isCompleted() : guard.isWhole();
  }
}

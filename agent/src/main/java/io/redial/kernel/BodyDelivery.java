package io.redial.kernel;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The application's side of a body: its consumer, what that is to get next, and what it was given.
 * Guarded by the body; the consumer gets its signals from the one thread that takes the steps, and
 * without the monitor.
 */
final class BodyDelivery<D, U, T> {
  private final Exits<D, U, T> exits;
  private final U handle;
  private final Deque<List<ByteBuffer>> ready = new ArrayDeque<>(1);
  final Demand demand;
  D consumer;
  private boolean isBegun;

  /** Whether the body ends after what is ready, and how. */
  boolean isOver;

  Throwable failure;

  /** Whether the client releases a consumer before it tells it of a failure. */
  boolean releasesFirst;

  /** Whether the client tells the consumer nothing of a failure, and just releases it. */
  boolean isQuiet;

  private boolean isReleased;

  /** What came with the end, for clients that have trailers. */
  Object trailers;

  BodyDelivery(Exits<D, U, T> exits, U handle, Demand demand) {
    this.exits = exits;
    this.handle = handle;
    this.demand = demand;
  }

  void add(List<ByteBuffer> piece) {
    if (!piece.isEmpty()) {
      ready.add(piece);
    }
  }

  void clear() {
    ready.clear();
  }

  boolean isWaiting() {
    return !ready.isEmpty();
  }

  void end(Throwable how) {
    isOver = true;
    failure = how;
  }

  boolean begins() {
    boolean begins = !isBegun && demand.isTold();
    isBegun |= begins;
    return begins;
  }

  /** Adds what the consumer asks for; false if that is not allowed. */
  boolean asks(long units) {
    isBegun &= !demand.isCapacity();
    return demand.add(units);
  }

  /**
   * Called when the client tells what paces it, which one that counts bytes does when it is due.
   */
  void due() {
    isBegun &= !demand.isCapacity();
    demand.exhausted();
  }

  boolean gives() {
    return isWaiting() && demand.isOpen();
  }

  /** Takes what the consumer gets now, and counts it. */
  List<ByteBuffer> next() {
    List<ByteBuffer> piece = ready.poll();
    if (piece != null) {
      isBegun &= !demand.isCapacity();
      demand.give(piece);
    }
    return piece;
  }

  // Without the monitor: each returns what the consumer throws, or null.

  Throwable begin() {
    try {
      exits.begin.give(consumer, handle);
      return null;
    } catch (Throwable thrown) {
      return thrown;
    }
  }

  Throwable give(List<ByteBuffer> piece) {
    try {
      exits.bytes.give(consumer, piece);
      return null;
    } catch (Throwable thrown) {
      return thrown;
    }
  }

  /**
   * Tells the consumer of the end; if it throws then, it is told that, as clients do. Returns the
   * failure that the body has ended with, or null.
   */
  Throwable finish() {
    Throwable cause = failure;
    if (cause == null) {
      try {
        exits.end.give(consumer, trailers);
        return null;
      } catch (Throwable thrown) {
        cause = thrown;
        isQuiet = false;
      }
    }
    if (releasesFirst) {
      release();
    }
    Throwable told = cause;
    if (!isQuiet) {
      FaultBoundary.attempt(() -> exits.failed.give(consumer, told)); // The first one counts.
    }
    return cause;
  }

  void release() {
    if (exits.release != null && !isReleased) {
      isReleased = true;
      FaultBoundary.attempt(() -> exits.release.accept(consumer));
    }
  }
}

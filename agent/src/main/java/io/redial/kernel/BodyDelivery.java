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

  /** What the consumer reads from, and how it knows that; null if it does not read by itself. */
  final OfferedContent content;

  private final Object decoder;
  private final Object completion;

  /** Whether the consumer has read nothing of what it was offered, or wants no more of it. */
  boolean isStalled;

  private boolean isDone;

  /** Whether nothing of what the consumer gets now is offered again. */
  private boolean isCleared;

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

  BodyDelivery(Exits<D, U, T> exits, U handle, Demand demand, Object completion) {
    this.exits = exits;
    this.handle = handle;
    this.demand = demand;
    this.content = exits.offer == null ? null : new OfferedContent();
    this.decoder = content == null ? null : exits.content.apply(content);
    this.completion = completion;
    this.isBegun = demand.isCapacity();
  }

  void add(List<ByteBuffer> piece) {
    if (!piece.isEmpty()) {
      ready.add(piece);
      isStalled = false;
    }
  }

  /** Keeps what the consumer has left unread, so that it is offered again. */
  void unread(List<ByteBuffer> left, boolean stalls) {
    if (!isCleared && BufferedBytes.count(left) > 0) {
      ready.addFirst(left);
      isStalled = stalls || (isDone && isOver); // Until it is over, the client asks that itself.
    }
  }

  /** Whether all of a body that ends in order is given. */
  boolean isWhole() {
    return isOver && failure == null && ready.isEmpty();
  }

  boolean isStalled() {
    return isStalled && isWaiting();
  }

  boolean takesMore() {
    return ready.isEmpty() && !isOver && !isDone && demand.isOpen();
  }

  void clear() {
    ready.clear();
    isCleared = true;
  }

  boolean isWaiting() {
    return !ready.isEmpty();
  }

  void end(Throwable how) {
    isOver = true;
    failure = how;
  }

  boolean begins() {
    boolean begins = !isBegun;
    isBegun = true;
    return begins;
  }

  /** Called when the client tells what paces it: where bytes are counted, whenever it waits. */
  void due() {
    if (demand.isCapacity()) {
      isBegun = false;
      demand.exhausted();
    }
  }

  /** Counts what the client is asked for now; 0 if it is told to stop. */
  void ask(long units) {
    isBegun |= demand.isCapacity();
    demand.ask(units);
  }

  boolean gives() {
    return isWaiting() && demand.isOpen() && !isStalled;
  }

  /** Takes what the consumer gets now, and counts it. */
  List<ByteBuffer> next() {
    List<ByteBuffer> piece = ready.poll();
    if (piece != null) {
      isCleared = false;
      demand.give(piece);
    }
    return piece;
  }

  // Without the monitor: each returns what the consumer throws, or null.

  Throwable begin() {
    return exits.begin == null
        ? null
        : FaultBoundary.thrownBy(() -> exits.begin.give(consumer, handle));
  }

  Throwable give(List<ByteBuffer> piece) {
    return FaultBoundary.thrownBy(
        () -> {
          if (content == null) {
            exits.bytes.give(consumer, piece);
          } else {
            content.begin(piece);
            offer();
          }
        });
  }

  private void offer() throws Throwable {
    exits.offer.give(consumer, decoder, handle);
    isDone = exits.isDone.test(consumer); // Not asked before: no client does that, either.
  }

  /** Tells the consumer of an orderly end, which it may notice by reading. */
  private void complete() throws Throwable {
    if (content == null) {
      exits.end.give(consumer, trailers);
      return;
    }
    content.finish();
    if (!isDone && !content.isEndSeen() && demand.isOpen()) {
      offer();
    }
    exits.completed.give(consumer, completion);
  }

  /**
   * Tells the consumer of the end; if it throws then, it is told that, as clients do. Returns the
   * failure that the body has ended with, or null.
   */
  Throwable finish() {
    Throwable cause = failure;
    if (cause == null) {
      cause = FaultBoundary.thrownBy(this::complete);
      if (cause == null) {
        return null;
      }
      isQuiet = false;
    }
    if (releasesFirst) {
      release();
    }
    Throwable reported = cause;
    if (!isQuiet && exits.failed != null) {
      FaultBoundary.attempt(() -> exits.failed.give(consumer, reported)); // The first one counts.
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

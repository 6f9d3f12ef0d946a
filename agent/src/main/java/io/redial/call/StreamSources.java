package io.redial.call;

import io.redial.kernel.FaultBoundary;
import io.redial.kernel.KeptBytes;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;

/**
 * Where a {@link ResumableStream} reads from. The bytes come from one response after the other, and
 * the reading thread waits for the next one. Read by one thread at a time; may be closed by any
 * other thread.
 */
final class StreamSources<R> {
  private static final int BUFFER = 4096;

  /** What a fault is logged with. */
  static final String WHERE = "body";

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  final StreamPlan plan;
  final ResumeRequests<R> requests;
  final Resumptions resumptions;
  final Call call;

  /** The client's own stream; null if it could not be opened, which is then the first cut. */
  volatile InputStream source;

  volatile boolean closed;

  /** The call whose response the bytes come from now; null before the first cut. */
  volatile ResumedBody<R> rest;

  /** The call that requests the rest at this moment, or null. */
  private volatile ResumedBody<R> asking;

  /** The bytes of the source before the plan has seen them; null if the plan need not see them. */
  private final byte[] unseen;

  /** Whether the plan keeps bytes of the application's own response from it. */
  private final boolean filters;

  /** The bytes of the application's own response that it has not got yet, for after a fault. */
  private final KeptBytes kept = new KeptBytes();

  /** Whether bytes have come from another response than the application's. */
  private boolean isMixed;

  /** How many bytes have come from the source that the plan has not counted, and are not kept. */
  int arrived;

  /** The bytes that the application can read at once. */
  ByteBuffer seen = NOTHING;

  /** What to do once the application has read those bytes. */
  private Next next = Next.READ;

  /** The first byte of the source if it was read to see whether it arrives, or -1. */
  int first = -1;

  private IOException latestCut;

  /** What the body ends with because the application has stopped it; null otherwise. */
  private IOException stop;

  /** What the client's own stream threw that is not a cut, or null. */
  private Throwable clients;

  /** A cut that was met before anybody has read, and that the next read throws; or null. */
  private IOException early;

  boolean over;

  /** The exception that the body ends with when it is over; null for an orderly end. */
  IOException failure;

  StreamSources(Call call, StreamPlan plan, ResumeRequests<R> requests, InputStream source) {
    this.call = call;
    this.plan = plan;
    this.requests = requests;
    this.resumptions = new Resumptions(call, plan);
    begin(source);
    this.unseen = plan.isVerbatim() ? null : new byte[BUFFER];
    this.filters = plan.filters();
  }

  /** Continues with a stream of the client's, of which the first byte may have been read. */
  private void begin(InputStream stream) {
    PrefetchedStream begun = stream instanceof PrefetchedStream ? (PrefetchedStream) stream : null;
    if (begun == null || begun.hasErred()) {
      source = stream;
    } else {
      first = begun.first;
      early = (IOException) begun.failure;
      source = begun.source;
    }
  }

  int read(byte[] into, int offset, int length) throws IOException {
    for (; ; ) {
      if (seen.hasRemaining() && !closed) {
        int count = Math.min(length, seen.remaining());
        seen.get(into, offset, count);
        kept.drop(count);
        return count;
      }
      if (over) {
        if (failure != null) {
          throw failure;
        }
        return -1;
      }
      if (next != Next.READ && !closed) {
        leaveSource();
        continue;
      }
      int count;
      try {
        count = unseen == null ? take(into, offset, length) : take();
      } catch (IOException cut) {
        if (closed) {
          throw cut; // The application has closed the body.
        }
        latestCut = cut;
        broken(cut);
        continue;
      }
      if (count < 0) {
        if (closed) {
          return count;
        }
        ended();
      } else if (unseen == null) {
        arrived = 0;
        if (next == Next.READ) {
          return count;
        }
      }
    }
  }

  /** Reads bytes that the plan need not see. */
  private int take(byte[] into, int offset, int length) throws IOException {
    int count = fromSource(into, offset, length);
    arrived = count;
    if (count > 0) {
      plan.passed(count);
      next = plan.next();
    }
    return count;
  }

  private int take() throws IOException {
    int count = fromSource(unseen, 0, unseen.length);
    arrived = count;
    if (count > 0) {
      if (rest != null) {
        isMixed = true;
        kept.drop(kept.size());
      } else if (!filters) {
        kept.add(Collections.singletonList(ByteBuffer.wrap(unseen, 0, count)));
      }
      arrived = 0;
      seen = plan.take(ByteBuffer.wrap(unseen, 0, count));
      next = plan.next();
    }
    return count;
  }

  /** Reads from the source, beginning with what was met in it already. */
  private int fromSource(byte[] into, int offset, int length) throws IOException {
    InputStream from = source;
    IOException cut = early;
    if (cut != null) {
      early = null;
      if (!closed || from == null) {
        throw cut;
      }
    }
    if (first >= 0 && !closed) {
      into[offset] = (byte) first;
      first = -1;
      return 1;
    }
    try {
      return from.read(into, offset, length);
    } catch (RuntimeException | Error thrown) {
      clients = thrown;
      throw thrown;
    }
  }

  /** Drops the source, because the plan does not want it to be read any further. */
  private void leaveSource() {
    boolean restarts = next == Next.RESTART;
    next = Next.READ;
    drop();
    if (restarts) {
      ended();
    } else {
      finish(latestCut);
    }
  }

  /** Called when the source has come to its end, which need not be the end of the body. */
  private void ended() {
    if (!plan.goesOnAfterEnd() || !isResumed(plan.endsInOrder() ? new BodyEnded() : latestCut)) {
      finish(latestCut);
    }
  }

  /** Called when the source has broken off. */
  private void broken(IOException cut) {
    if (!plan.goesOnAfterCut() || !isResumed(cut)) {
      finish(cut);
    }
  }

  /** Ends the body, which is not resumed. */
  private void finish(IOException cut) {
    if (stop == null) {
      seen = plan.remainder();
      failure = plan.endsInOrder() ? null : cut;
    } else {
      failure = stop;
    }
    over = true;
  }

  private boolean isResumed(IOException cut) {
    ResumedBody<R> resumed = null;
    try {
      ResumedBody<R> next = new ResumedBody<>(this, cut);
      resumed = next;
      asking = next;
      if (!next.isFound()) {
        stop = next.stop();
        return false;
      }
      begin(next.content());
      first = Math.max(first, next.first());
      rest = next;
    } catch (Throwable fault) {
      FaultBoundary.report(call, WHERE, fault);
    } finally {
      asking = null;
      if (resumed != null && (rest != resumed || closed)) { // Another thread may have closed it.
        FaultBoundary.release(resumed::drop, resumed::abandon);
      }
    }
    return resumed != null && rest == resumed && !closed;
  }

  int available() throws IOException {
    if (seen.hasRemaining()) {
      return seen.remaining();
    }
    if (over || closed || next != Next.READ || early != null) {
      return 0;
    }
    int there = first >= 0 ? 1 : available(source);
    return there > 0 && unseen != null ? availableSeen() : there;
  }

  private int available(InputStream from) throws IOException {
    try {
      return from.available();
    } catch (RuntimeException | Error thrown) {
      clients = thrown;
      throw thrown;
    }
  }

  /**
   * Returns how much can be read at once, as the plan may hold bytes back. A cut is for the next
   * read.
   */
  private int availableSeen() {
    try {
      take();
    } catch (IOException cut) {
      early = cut;
    }
    return seen.remaining();
  }

  /** Returns whether what is left may have no end: a resumed event stream or watch. */
  boolean isEndless() {
    return rest != null && unseen != null;
  }

  /** Stops resuming: from now on, a cut is passed on to the application. */
  void stop() {
    closed = true;
    ResumedBody<R> now = asking;
    if (now != null) {
      now.abort();
    }
  }

  void drop() {
    ResumedBody<R> now = rest;
    if (now == null) {
      requests.dropFirst();
    } else {
      now.drop();
    }
  }

  /**
   * Leaves Redial out after an internal fault. From now on, the application reads what it has not
   * got of its own response, or learns how the body has ended. What the client threw is rethrown.
   */
  void leaveOut(Throwable fault) {
    if (fault == clients) {
      throw Exceptions.sneakyThrow(fault);
    }
    FaultBoundary.report(call, WHERE, fault);
    boolean isTorn = filters || (unseen != null && arrived > 0); // These could not be kept.
    if (unseen != null && !filters && !isMixed) {
      List<ByteBuffer> piece = kept.piece();
      seen = piece.isEmpty() ? NOTHING : piece.get(0);
    }
    if (unseen != null || rest != null) {
      arrived = 0; // The plan might not have let them through.
    }
    if (!over) {
      IOException found = early != null ? early : latestCut;
      failure = isTorn && found == null && rest == null ? Resumptions.failure() : found;
      over = rest != null || failure != null;
      if (over) {
        FaultBoundary.attempt(this::drop); // Nothing more of it is read, and it may have no end.
      }
    }
  }
}

package io.redial.call;

import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * What a {@link ResumableStream} reads: the bytes come from one response after the other, and
 * whoever reads waits for the next one. Read by one thread at a time; may be closed on any other.
 */
final class StreamSources<R> {
  static final int BUFFER = 4096;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  final GuardedPlan plan;
  final RestRequests<R> requests;
  final Resumptions resumptions;
  private final Call call;

  volatile InputStream source;
  volatile boolean closed;

  /** Where the bytes come from now; null before the first cut. */
  volatile RestOfBody<R> rest;

  /** What asks for the rest at this moment, or null. */
  private volatile RestOfBody<R> asking;

  /** What the source brings before the plan has seen it; null if the plan need not. */
  private final byte[] unseen;

  /** How many bytes the source has brought that the plan has not seen or counted. */
  int arrived;

  /** What the application can have at once. */
  ByteBuffer seen = NOTHING;

  /** What to do once it has had that. */
  private Next next = Next.READ;

  /** The first byte of a part, which was read to see that it comes; -1 if there is none. */
  private int first = -1;

  private IOException latestCut;

  /** What a source threw that is no cut: the client's own fault. */
  Throwable clients;

  /** A cut that was met when nothing was to be read yet. */
  private IOException early;

  boolean over;

  /** What the body ends with when it is over; null for its orderly end. */
  IOException failure;

  StreamSources(Call call, StreamPlan plan, RestRequests<R> requests, InputStream source) {
    this.call = call;
    this.plan = new GuardedPlan(call, plan);
    this.requests = requests;
    this.resumptions = new Resumptions(call, this.plan);
    this.source = source;
    this.unseen = this.plan.isVerbatim() ? null : new byte[BUFFER];
  }

  int read(byte[] into, int offset, int length) throws IOException {
    for (; ; ) {
      if (seen.hasRemaining() && !closed) {
        int count = Math.min(length, seen.remaining());
        seen.get(into, offset, count);
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
          throw cut; // It is the application's.
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

  /** Bytes that the plan need not see. */
  private int take(byte[] into, int offset, int length) throws IOException {
    int count;
    if (first >= 0 && !closed) {
      into[offset] = (byte) first;
      first = -1;
      count = 1;
    } else {
      count = read(source, into, offset, length);
    }
    arrived = count;
    if (count > 0) {
      plan.passed(count);
      next = plan.next();
    }
    return count;
  }

  private int read(InputStream from, byte[] into, int offset, int length) throws IOException {
    try {
      return from.read(into, offset, length);
    } catch (RuntimeException | Error thrown) {
      if (!(from instanceof BegunStream) || ((BegunStream) from).clients == thrown) {
        clients = thrown;
      }
      throw thrown;
    }
  }

  private int take() throws IOException {
    IOException found = early;
    if (found != null) {
      early = null;
      throw found;
    }
    int count = read(source, unseen, 0, unseen.length);
    arrived = count;
    if (count > 0) {
      seen = plan.take(ByteBuffer.wrap(unseen, 0, count));
      arrived = 0;
      next = plan.next();
    }
    return count;
  }

  /** The stream itself has said that its source is of no use any more. */
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

  /** The source has come to its end, which need not be the body's. */
  private void ended() {
    if (!plan.goesOnAfterEnd() || !isResumed(plan.endsInOrder() ? new BodyEnded() : latestCut)) {
      finish(latestCut);
    }
  }

  /** The source has broken off. */
  private void broken(IOException cut) {
    if (!plan.goesOnAfterCut() || !isResumed(cut)) {
      finish(cut);
    }
  }

  /** The body does not go on. */
  private void finish(IOException cut) {
    seen = plan.remainder();
    failure = (IOException) plan.endOf(cut);
    over = true;
  }

  private boolean isResumed(IOException cut) {
    try {
      RestOfBody<R> next = new RestOfBody<>(this, cut);
      asking = next;
      if (!next.isFound()) {
        return false;
      }
      first = next.first();
      source = next.content();
      rest = next;
      if (closed) {
        next.drop(); // By another thread meanwhile, which saw the source before.
      }
      return !closed;
    } catch (Throwable fault) {
      call.fault("body", fault);
      return false;
    } finally {
      asking = null;
    }
  }

  int available() throws IOException {
    if (seen.hasRemaining() || first >= 0) {
      return seen.remaining() + (first >= 0 ? 1 : 0);
    }
    if (over || closed || next != Next.READ) {
      return 0;
    }
    int there = available(source);
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

  /** What has come may be held back. A cut is for the next read. */
  private int availableSeen() {
    try {
      take();
    } catch (IOException cut) {
      early = cut;
    }
    return seen.remaining();
  }

  /** Whether what is left may have no end: a stream that has gone on. */
  boolean isEndless() {
    return rest != null && unseen != null;
  }

  /** From now on a cut is the application's. */
  void stop() {
    closed = true;
    RestOfBody<R> now = asking;
    if (now != null) {
      now.abort();
    }
  }

  void drop() {
    RestOfBody<R> now = rest;
    if (now == null) {
      requests.dropFirst();
    } else {
      now.drop();
    }
  }

  /**
   * A fault of Redial's was met. From now on the application reads what it has not got of its own
   * response, or learns how the body has ended. What the client threw is thrown on.
   */
  void leaveOut(Throwable fault) {
    tell(fault);
    if (unseen != null) {
      ByteBuffer last = ByteBuffer.wrap(unseen, 0, Math.max(0, arrived));
      ByteBuffer got = seen;
      seen = arrived > 0 ? plan.takeAfterFault(fault, last) : plan.rest(fault, got);
      arrived = 0;
    } else {
      plan.breakOff(fault);
    }
    if (!over) {
      IOException found = early != null ? early : latestCut;
      failure =
          plan.isIncomplete() && found == null && rest == null ? GuardedPlan.failure() : found;
      over = rest != null || failure != null;
    }
  }

  /** A fault of Redial's was met. What the client threw is thrown on. */
  void tell(Throwable fault) {
    if (fault == clients) {
      throw Rethrow.asIs(fault);
    }
    try {
      call.fault("body", fault);
    } catch (Throwable another) {
      // The body goes on without the log line.
    }
  }
}

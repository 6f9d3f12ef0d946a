package io.redial.call;

import io.redial.kernel.BufferedBytes;
import io.redial.kernel.Exceptions;
import io.redial.kernel.FaultBoundary;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;

/**
 * The body of a blocking client's response, which is resumed when its connection breaks (rule 10).
 * Its reader sees one body: no byte twice, none missing. Read by one thread at a time; may be
 * closed by any other thread.
 *
 * <p>After an internal fault, its reader gets what was held back and then the client's own stream;
 * or the original error, if the body had been resumed before (rule 1.4).
 */
final class ResumableStream<R> extends PulledStream {
  private static final InputStream EMPTY = new ByteArrayInputStream(new byte[0]);
  private static final int BUFFER = 4096;

  /** What a fault is logged with. */
  private static final String WHERE = "body";

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  final StreamPlan plan;
  final ResumeRequests<R> requests;
  final Resumptions resumptions;
  private final Call call;

  /** The client's own stream; null if it could not be opened, which is then the first cut. */
  private volatile InputStream source;

  volatile boolean closed;

  /** The call whose response the bytes come from now; null before the first cut. */
  private volatile ResumedBody<R> rest;

  /** The call that requests the rest at this moment, or null. */
  private volatile ResumedBody<R> asking;

  /** The bytes of the source before the plan has seen them; null if the plan need not see them. */
  private final byte[] unseen;

  /** Whether the plan keeps bytes of the application's own response from it. */
  private final boolean filters;

  /** The bytes of the application's own response that it has not got yet, for after a fault. */
  private final BufferedBytes kept = new BufferedBytes();

  /** Whether bytes have come from another response than the application's. */
  private boolean isMixed;

  /** How many bytes have come from the source that the plan has not counted, and are not kept. */
  private int arrived;

  /** The bytes that the application can read at once. */
  private ByteBuffer seen = NOTHING;

  /** What to do once the application has read those bytes. */
  private Next next = Next.READ;

  /** The first byte of the source if it was read to see whether it arrives, or -1. */
  private int first = -1;

  private IOException latestCut;

  /** What the body ends with because the application has stopped it; null otherwise. */
  private IOException stop;

  /** What the client's own stream threw that is not a cut, or null. */
  private Throwable ofClient;

  /** A cut that was met before anybody has read, and that the next read throws; or null. */
  private IOException early;

  private boolean over;

  /** The exception that the body ends with when it is over; null for an orderly end. */
  private IOException failure;

  private final byte[] one = new byte[1];
  private boolean leftOut;

  /**
   * Creates the stream of a response that has just arrived.
   *
   * @param call the call that the response belongs to
   * @param source the client's own stream
   */
  ResumableStream(Call call, StreamPlan plan, ResumeRequests<R> requests, InputStream source) {
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

  @Override
  public int read() throws IOException {
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      InputStream now = source;
      return now == null ? 0 : now.read(into, offset, length);
    }
    if (offset < 0 || length < 0 || length > into.length - offset) {
      throw new IndexOutOfBoundsException();
    }
    if (!leftOut) {
      try {
        return readOn(into, offset, length);
      } catch (IOException thrown) {
        throw thrown;
      } catch (Throwable fault) {
        failOpen(fault);
      }
    }
    return readLeft(into, offset, length);
  }

  private int readOn(byte[] into, int offset, int length) throws IOException {
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
    if (cut != null && (!closed || from == null)) {
      early = from == null ? cut : null;
      throw cut;
    }
    if (first >= 0 && !closed) {
      into[offset] = (byte) first;
      first = -1;
      return 1;
    }
    try {
      return from.read(into, offset, length);
    } catch (RuntimeException | Error thrown) {
      ofClient = thrown;
      throw thrown;
    }
  }

  /** Drops the source, because the plan does not want it to be read any further. */
  private void leaveSource() {
    boolean restarts = next == Next.RESTART;
    next = Next.READ;
    dropSource();
    if (restarts) {
      ended();
    } else {
      finish(latestCut);
    }
  }

  /** Called when the source has come to its end, which need not be the end of the body. */
  private void ended() {
    if (!plan.resumesAfterEnd() || !isResumed(plan.endsInOrder() ? new BodyEnded() : latestCut)) {
      finish(latestCut);
    }
  }

  /** Called when the source has broken off. */
  private void broken(IOException cut) {
    if (!plan.resumesAfterCut() || !isResumed(cut)) {
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
    FaultBoundary.run(call, WHERE, () -> ask(cut));
    ResumedBody<R> asked = asking;
    asking = null;
    boolean found = asked != null && rest == asked && !closed;
    if (asked != null && !found) { // Another thread may have closed it.
      FaultBoundary.release(asked::drop, asked::abandon);
    }
    return found && !closed;
  }

  private void ask(IOException cut) throws Throwable {
    ResumedBody<R> next = new ResumedBody<>(this, cut);
    asking = next;
    if (!next.isFound()) {
      stop = next.stop();
      return;
    }
    begin(next.content());
    first = Math.max(first, next.first());
    rest = next;
  }

  @Override
  public int available() throws IOException {
    if (leftOut) {
      return 0; // This is always a valid answer.
    }
    try {
      return availableOn();
    } catch (IOException thrown) {
      throw thrown;
    } catch (Throwable fault) {
      failOpen(fault);
      return 0;
    }
  }

  private int availableOn() throws IOException {
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
      ofClient = thrown;
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

  /**
   * Leaves Redial out after an internal fault. From now on, the application reads what it has not
   * got of its own response, or learns how the body has ended. What the client threw is rethrown.
   */
  private void failOpen(Throwable fault) {
    if (fault == ofClient) {
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
        FaultBoundary.attempt(this::dropSource); // Nothing more is read, and it may have no end.
      }
    }
    leftOut = true;
  }

  /** Reads after an internal fault, with as little of Redial's code as possible. */
  private int readLeft(byte[] into, int offset, int length) throws IOException {
    if (seen.hasRemaining()) {
      int count = Math.min(length, seen.remaining());
      seen.get(into, offset, count);
      return count;
    }
    if (arrived > 0) { // They are in the array already; the plan would only count them.
      int count = arrived;
      arrived = 0;
      return count;
    }
    if (over) {
      if (failure != null) {
        throw failure;
      }
      return -1;
    }
    if (first >= 0 && !closed) {
      into[offset] = (byte) first;
      first = -1;
      return 1;
    }
    return source.read(into, offset, length);
  }

  @Override
  public boolean mayBeResumed() {
    return true;
  }

  /**
   * Closes the body as the client does, which may read what is left in order to keep the
   * connection.
   */
  @Override
  public void close() throws IOException {
    FaultBoundary.run(call, WHERE, this::stopResuming);
    Closeable now = FaultBoundary.ask(call, WHERE, () -> source(false), source);
    if (now != null) {
      now.close();
    }
  }

  @Override
  public Closeable ends(boolean drops) {
    FaultBoundary.run(call, WHERE, this::stopResuming);
    return rest == null ? null : source(drops);
  }

  /**
   * Returns the client's stream, or an empty one if its connection was dropped: what is left of a
   * resumed event stream or watch may have no end.
   */
  private Closeable source(boolean drops) {
    InputStream now = source;
    if (drops || now == null || (rest != null && unseen != null)) {
      FaultBoundary.run(call, WHERE, this::dropSource);
      return EMPTY;
    }
    return now;
  }

  @Override
  void drop() {
    FaultBoundary.run(call, WHERE, this::stopResuming);
    FaultBoundary.run(call, WHERE, this::dropSource);
  }

  /** Stops resuming: from now on, a cut is passed on to the application. */
  private void stopResuming() {
    closed = true;
    ResumedBody<R> now = asking;
    if (now != null) {
      now.abort();
    }
  }

  private void dropSource() {
    ResumedBody<R> now = rest;
    if (now == null) {
      requests.dropFirst();
    } else {
      now.drop();
    }
  }
}

package io.redial.call;

import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * The body of a blocking client's response that goes on when its connection breaks (rule 10). Its
 * reader sees one body: no byte twice, none missing. The bytes come from one response after the
 * other, and whoever reads waits for the next one. Read by one thread at a time; may be closed on
 * any other.
 */
public final class ResumableStream<R> extends InputStream {
  private static final int BUFFER = 4096;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  final GuardedPlan plan;
  final RestRequests<R> requests;
  final Resumptions resumptions;
  private final Call call;

  private volatile InputStream source;
  private volatile boolean closed;

  /** Where the bytes come from now; null before the first cut. */
  private volatile RestOfBody<R> rest;

  /** What asks for the rest at this moment, or null. */
  private volatile RestOfBody<R> asking;

  private final byte[] one = new byte[1];

  /** What the source brings before the plan has seen it; null if the plan need not. */
  private final byte[] unseen;

  /** What the application can have at once. */
  private ByteBuffer seen = NOTHING;

  /** What to do once it has had that. */
  private Next next = Next.READ;

  /** The first byte of a part, which was read to see that it comes; -1 if there is none. */
  private int first = -1;

  private IOException latestCut;

  /** A cut that was met when nothing was to be read yet. */
  private IOException early;

  private boolean over;

  /** What the body ends with when it is over; null for its orderly end. */
  private IOException failure;

  /**
   * The stream of a response that has just arrived.
   *
   * @param call the one that the response answers
   * @param source the client's own stream
   */
  public ResumableStream(Call call, StreamPlan plan, RestRequests<R> requests, InputStream source) {
    this.call = call;
    this.plan = new GuardedPlan(call, plan);
    this.requests = requests;
    this.resumptions = new Resumptions(call, this.plan);
    this.source = source;
    this.unseen = this.plan.isVerbatim() ? null : new byte[BUFFER];
  }

  /** Whether the bytes now come from another response than the application's. */
  public boolean isResumed() {
    return rest != null;
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public int read() throws IOException {
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return source.read(into, offset, length);
    }
    for (; ; ) {
      if (seen.hasRemaining() && !closed) {
        int count = Math.min(length, seen.remaining());
        seen.get(into, offset, count);
        return count;
      }
      if (over) {
        return end();
      }
      if (next != Next.READ && !closed) {
        leaveSource();
        continue;
      }
      int count;
      try {
        count = unseen == null ? take(into, offset, length) : take();
      } catch (IOException cut) {
        broken(cut);
        continue;
      }
      if (count < 0) {
        if (closed) {
          return count;
        }
        ended();
      } else if (unseen == null && next == Next.READ) {
        return count;
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
      count = source.read(into, offset, length);
    }
    if (count > 0) {
      plan.passed(count);
      next = plan.next();
    }
    return count;
  }

  private int take() throws IOException {
    IOException found = early;
    if (found != null) {
      early = null;
      throw found;
    }
    int count = source.read(unseen);
    if (count > 0) {
      seen = plan.take(ByteBuffer.wrap(unseen, 0, count));
      next = plan.next();
    }
    return count;
  }

  private int end() throws IOException {
    if (failure != null) {
      throw failure;
    }
    return -1;
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

  /**
   * The source has broken off.
   *
   * @throws IOException the cut, if the application has closed the stream
   */
  private void broken(IOException cut) throws IOException {
    if (closed) {
      throw cut;
    }
    latestCut = cut;
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

  @Override
  public int available() throws IOException {
    if (seen.hasRemaining() || first >= 0) {
      return seen.remaining() + (first >= 0 ? 1 : 0);
    }
    if (over || closed || next != Next.READ) {
      return 0;
    }
    int there = source.available();
    return there > 0 && unseen != null ? availableSeen() : there;
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

  /** Writes all of it, as the clients do: what goes wrong ends the connection. */
  public void writeTo(OutputStream out) throws IOException {
    try {
      byte[] buffer = new byte[BUFFER];
      for (int count = read(buffer); count >= 0; count = read(buffer)) {
        out.write(buffer, 0, count);
      }
    } catch (IOException | RuntimeException thrown) {
      abandon();
      throw thrown;
    }
    close();
  }

  /**
   * As the client closes a body: it may read what is left in order to keep the connection. But what
   * is left of a stream that went on may have no end, so that connection is dropped.
   */
  @Override
  public void close() throws IOException {
    stop();
    if (isResumed() && unseen != null) {
      drop();
    } else {
      source.close();
    }
  }

  /** From now on a cut is the application's. */
  public void stop() {
    closed = true;
    RestOfBody<R> now = asking;
    if (now != null) {
      now.abort();
    }
  }

  /** Nothing more is read: drops the connection that the bytes come from. */
  public void abandon() {
    stop();
    drop();
  }

  private void drop() {
    RestOfBody<R> now = rest;
    if (now == null) {
      requests.dropFirst();
    } else {
      now.drop();
    }
  }
}

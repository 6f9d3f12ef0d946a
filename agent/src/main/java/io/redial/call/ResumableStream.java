package io.redial.call;

import io.redial.policy.RangePlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The body of a blocking client's response that goes on when its connection breaks (rule 10.2). Its
 * reader sees one body: no byte twice, none missing. The bytes come from one response after the
 * other, and whoever reads waits for the next one. Read by one thread at a time; may be closed on
 * any other.
 */
public final class ResumableStream<R> extends InputStream {
  private static final int BUFFER = 4096;

  final Call call;
  final RangePlan plan;
  final RangeRequests<R> requests;

  private volatile InputStream source;
  private volatile boolean closed;

  /** Where the bytes come from now; null before the first cut. */
  private volatile RestOfBody<R> rest;

  /** What asks for the rest at this moment, or null. */
  private volatile RestOfBody<R> asking;

  private final byte[] one = new byte[1];

  /** How many bytes the application has got. */
  private long received;

  /** The first byte of a part, which was read to see that it comes; -1 if there is none. */
  private int first = -1;

  /**
   * The stream of a response that has just arrived.
   *
   * @param call the one that the response answers
   * @param source the client's own stream
   */
  public ResumableStream(Call call, RangePlan plan, RangeRequests<R> requests, InputStream source) {
    this.call = call;
    this.plan = plan;
    this.requests = requests;
    this.source = source;
  }

  long received() {
    return received;
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
    for (; ; ) {
      if (first >= 0 && length > 0 && !closed) {
        into[offset] = (byte) first;
        first = -1;
        received++;
        return 1;
      }
      int count;
      try {
        count = source.read(into, offset, length);
      } catch (IOException cut) {
        goOn(cut);
        continue;
      }
      if (count < 0 && isPart()) {
        goOn(rest.cut);
        continue;
      }
      received += Math.max(0, count);
      return count;
    }
  }

  /** A server may send less of the rest than it was asked for. */
  private boolean isPart() {
    return rest != null && received < plan.total() && !closed;
  }

  /**
   * Asks for the rest after a cut.
   *
   * @throws IOException the cut, if the body does not go on
   */
  private void goOn(IOException cut) throws IOException {
    if (closed || received > plan.total() || !isResumed(cut)) {
      throw cut;
    }
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
    return first >= 0 ? 1 : source.available();
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

  /** As the client closes a body: it may read what is left in order to keep the connection. */
  @Override
  public void close() throws IOException {
    stop();
    source.close();
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
    RestOfBody<R> now = rest;
    if (now == null) {
      requests.dropFirst();
    } else {
      now.drop();
    }
  }
}

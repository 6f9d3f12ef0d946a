package io.redial.call;

import io.redial.kernel.FaultBoundary;
import io.redial.policy.stream.StreamPlan;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

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

  private final StreamSources<R> sources;
  private final byte[] one = new byte[1];
  private boolean leftOut;

  /**
   * Creates the stream of a response that has just arrived.
   *
   * @param call the call that the response belongs to
   * @param source the client's own stream
   */
  ResumableStream(Call call, StreamPlan plan, ResumeRequests<R> requests, InputStream source) {
    this.sources = new StreamSources<>(call, plan, requests, source);
  }

  @Override
  public int read() throws IOException {
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      InputStream source = sources.source;
      return source == null ? 0 : source.read(into, offset, length);
    }
    if (offset < 0 || length < 0 || length > into.length - offset) {
      throw new IndexOutOfBoundsException();
    }
    if (!leftOut) {
      try {
        return sources.read(into, offset, length);
      } catch (IOException thrown) {
        throw thrown;
      } catch (Throwable fault) {
        leaveOut(fault);
      }
    }
    return readLeft(into, offset, length);
  }

  /** Reads after an internal fault, with as little of Redial's code as possible. */
  private int readLeft(byte[] into, int offset, int length) throws IOException {
    ByteBuffer seen = sources.seen;
    if (seen.hasRemaining()) {
      int count = Math.min(length, seen.remaining());
      seen.get(into, offset, count);
      return count;
    }
    if (sources.arrived > 0) { // They are in the array already; the plan would only count them.
      int count = sources.arrived;
      sources.arrived = 0;
      return count;
    }
    if (sources.over) {
      if (sources.failure != null) {
        throw sources.failure;
      }
      return -1;
    }
    if (sources.first >= 0 && !sources.closed) {
      into[offset] = (byte) sources.first;
      sources.first = -1;
      return 1;
    }
    return sources.source.read(into, offset, length);
  }

  private void leaveOut(Throwable fault) {
    sources.leaveOut(fault);
    leftOut = true;
  }

  @Override
  public int available() throws IOException {
    if (leftOut) {
      return 0; // This is always a valid answer.
    }
    try {
      return sources.available();
    } catch (IOException thrown) {
      throw thrown;
    } catch (Throwable fault) {
      leaveOut(fault);
      return 0;
    }
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
    FaultBoundary.run(sources.call, StreamSources.WHERE, sources::stop);
    Closeable source =
        FaultBoundary.ask(sources.call, StreamSources.WHERE, () -> source(false), sources.source);
    if (source != null) {
      source.close();
    }
  }

  @Override
  public Closeable ends(boolean drops) {
    FaultBoundary.run(sources.call, StreamSources.WHERE, sources::stop);
    return sources.rest == null ? null : source(drops);
  }

  /**
   * Returns the client's stream, or an empty one if its connection was dropped: what is left of a
   * resumed event stream or watch may have no end.
   */
  private Closeable source(boolean drops) {
    InputStream source = sources.source;
    if (drops || source == null || sources.isEndless()) {
      FaultBoundary.run(sources.call, StreamSources.WHERE, sources::drop);
      return EMPTY;
    }
    return source;
  }

  @Override
  void drop() {
    FaultBoundary.run(sources.call, StreamSources.WHERE, sources::stop);
    FaultBoundary.run(sources.call, StreamSources.WHERE, sources::drop);
  }
}

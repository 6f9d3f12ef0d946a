package io.redial.call;

import io.redial.policy.stream.StreamPlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

  /** Whether the bytes now come from another response than the application's. */
  private boolean isResumed() {
    return sources.rest != null;
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

  @Override
  public void writeTo(OutputStream out) throws IOException {
    try {
      byte[] buffer = new byte[StreamSources.BUFFER];
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
   * Closes the body as the client does, which may read what is left in order to keep the
   * connection. But what is left of a resumed event stream or watch may have no end, so its
   * connection is dropped.
   */
  @Override
  public void close() throws IOException {
    boolean drops = false;
    try {
      sources.stop();
      drops = sources.isEndless();
      if (drops) {
        sources.drop();
      }
    } catch (Throwable fault) {
      sources.tell(fault);
    }
    InputStream source = sources.source;
    if (drops || source == null) {
      return;
    }
    try {
      source.close();
    } catch (RuntimeException | Error thrown) {
      sources.clients = thrown;
      throw thrown;
    }
  }

  @Override
  public boolean ends(boolean drops) throws IOException {
    stop();
    if (!isResumed()) {
      return false;
    }
    if (drops) {
      drop();
    } else {
      close();
    }
    return true;
  }

  @Override
  public void met(Throwable fault) {
    sources.tell(fault);
  }

  /** Stops resuming: from now on, a cut is passed on to the application. */
  private void stop() {
    try {
      sources.stop();
    } catch (Throwable fault) {
      sources.tell(fault);
    }
  }

  /** Drops the connection that the bytes come from, because nothing more is read. */
  private void abandon() {
    stop();
    drop();
  }

  private void drop() {
    try {
      sources.drop();
    } catch (Throwable fault) {
      sources.tell(fault);
    }
  }
}

package io.redial.call;

import io.redial.kernel.Exceptions;
import io.redial.kernel.FaultBoundary;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/**
 * A blocking client's response body whose first byte is read before the application gets the
 * response (rule 10.6). Read by one thread at a time; may be closed by any other thread.
 */
final class PrefetchedStream extends PulledStream {
  private final PulledBody.Source body;
  private final Runnable drop;
  private final AttemptTimeout timeout = new AttemptTimeout();
  volatile InputStream source;

  /** The first byte; -1 if there is none, or if it is no longer needed. */
  volatile int first = -1;

  /** What reading the first byte threw, until the application's reader gets it; or null. */
  volatile Throwable failure;

  /**
   * Creates the stream of a response that has just arrived.
   *
   * @param drop drops its connection
   */
  PrefetchedStream(PulledBody.Source body, Runnable drop) {
    this.body = body;
    this.drop = drop;
  }

  /**
   * Reads the first byte, or finds out that there is none. Drops the connection when the attempt's
   * time ({@code per-try-timeout}) has run out.
   *
   * @return what reading threw, or null; the application's reader gets it, unless it ends the
   *     attempt
   */
  Throwable begin(Call call) {
    timeout.start(call.timer(), Math.max(0, call.attemptNanosLeft()), drop);
    try {
      source = body.open();
      first = source.read();
    } catch (Throwable thrown) { // This includes Errors: a decoder may lack its library.
      failure = thrown;
    }
    timeout.compareAndSet(AttemptTimeout.State.OPEN, AttemptTimeout.State.OVER);
    FaultBoundary.attempt(timeout::stop); // If it runs out, it finds that the time is over.
    return failure;
  }

  /** Returns whether the time ran out first, so that the response does not count. */
  boolean isExpired() {
    return timeout.isExpired();
  }

  /** Returns whether reading failed in a way that is no end of the body. */
  boolean hasErred() {
    return failure != null && !(failure instanceof IOException);
  }

  @Override
  public int read() throws IOException {
    int begun = first;
    if (begun >= 0) {
      first = -1;
      return begun;
    }
    return source().read();
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (first < 0 || length == 0) {
      return source().read(into, offset, length);
    }
    into[offset] = (byte) read();
    return 1;
  }

  /**
   * Returns the client's own stream, opening it if necessary. A failure of the first read is thrown
   * once; what later reads return or throw is up to the client.
   */
  private InputStream source() throws IOException {
    Throwable thrown = failure;
    if (thrown != null) {
      failure = null;
      throw Exceptions.sneakyThrow(thrown);
    }
    InputStream now = source;
    if (now == null) {
      now = body.open();
      source = now;
    }
    return now;
  }

  @Override
  public int available() throws IOException {
    if (first >= 0) {
      return 1;
    }
    return failure != null ? 0 : source().available();
  }

  @Override
  public boolean mayBeResumed() {
    return false;
  }

  /** Drops the first byte or its failure, because the application wants nothing more. */
  @Override
  public Closeable ends(boolean drops) {
    first = -1;
    failure = null;
    return null;
  }

  @Override
  void drop() {
    drop.run();
  }

  /**
   * Closes the body as the client does, which may read what is left in order to keep the
   * connection.
   */
  @Override
  public void close() throws IOException {
    first = -1;
    failure = null;
    InputStream now = source;
    if (now != null) {
      now.close();
    }
  }
}

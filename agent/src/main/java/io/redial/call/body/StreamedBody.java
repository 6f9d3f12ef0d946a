package io.redial.call.body;

import io.redial.kernel.ApplicationCode;
import io.redial.kernel.FaultBoundary;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A request body that is nothing but a stream of the application's, for all attempts of a blocking
 * call. Each attempt reads it through the copy. The stream is closed as soon as no attempt can need
 * more of it (rules 6.1 and 6.3). For one attempt at a time.
 */
public final class StreamedBody {

  // Members that the inner classes use are not private, because calling an accessor could fail.
  final BodyCopy copy;
  Source source;
  boolean wantsClose;

  /** Reads the application's stream. */
  public final ApplicationCode applications = new ApplicationCode();

  private final long length;
  private final FaultBoundary.Question<InputStream> opening;

  /**
   * Creates a body of which nothing was read yet.
   *
   * @param length how many bytes are to be sent, after which the stream is not read any more;
   *     negative to send all there are
   * @param opening returns the application's stream at its current position; what it throws is the
   *     application's
   */
  public StreamedBody(BodyCopy copy, long length, FaultBoundary.Question<InputStream> opening) {
    this.copy = copy;
    this.length = length;
    this.opening = opening;
  }

  /**
   * Returns the stream that one attempt sends. The caller closes it like the application's stream.
   *
   * @throws IOException if the application's stream cannot be opened
   */
  public InputStream content() throws IOException {
    if (source == null) {
      source = new Source(applications.ask(opening), length);
    }
    return new Content(copy.pull(source));
  }

  /**
   * Returns the same; null after an internal fault before anything was read. The body is then sent
   * without a copy.
   */
  public InputStream contentIfCopied() throws IOException {
    try {
      return content();
    } catch (Throwable thrown) {
      if (applications.thrown() != null || (source != null && source.given > 0)) {
        throw thrown;
      }
      copy.commit();
      return null;
    }
  }

  /**
   * Ends the body, because no attempt follows. Closes the stream if an attempt wanted to close it.
   */
  public void finish() {
    copy.fence();
    copy.commit();
    if (wantsClose) {
      FaultBoundary.release(source::close, this::closeAfterFault);
    }
  }

  /** Closes the application's stream after an internal fault. */
  void closeAfterFault() {
    if (!source.closed) {
      source.closed = true;
      FaultBoundary.attempt(source.stream::close);
    }
  }

  /** The application's stream, which is not read any more once all that is to be sent was read. */
  private final class Source extends InputStream {
    final InputStream stream;
    private final long length;
    long given;
    boolean ended;
    boolean closed;

    Source(InputStream stream, long length) {
      this.stream = stream;
      this.length = length;
      this.ended = length == 0;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      if (ended) {
        return -1;
      }
      int read;
      try {
        read = stream.read(bytes, offset, count);
      } catch (Throwable original) {
        applications.note(original);
        throw original;
      }
      given += Math.max(read, 0);
      ended = read < 0 || given == length;
      return read;
    }

    @Override
    public int available() throws IOException {
      return ended ? 0 : stream.available();
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        applications.signal(stream, InputStream::close);
      }
    }
  }

  /**
   * The stream that one attempt sends. Closing it leaves the application's stream open if a further
   * attempt may need more of it.
   */
  private final class Content extends FilterInputStream {
    Content(InputStream in) {
      super(in);
    }

    /** Closes the stream. An internal fault must not fail a body that was sent. */
    @Override
    public void close() throws IOException {
      try {
        wantsClose = true;
        super.close();
        if (source.ended || !copy.repeatable()) {
          closeSource();
        }
      } catch (Throwable thrown) {
        if (thrown == applications.thrown()) {
          throw thrown;
        }
        if (source.ended) {
          closeAfterFault();
        }
      }
    }

    private void closeSource() throws IOException {
      try {
        source.close();
      } catch (IOException | RuntimeException e) {
        copy.commit(); // The failure is the application's own and is passed on to it.
        throw e;
      }
    }
  }
}

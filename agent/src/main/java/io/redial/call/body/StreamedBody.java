package io.redial.call.body;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A body that is nothing but a stream of the application's, for all attempts of a blocking call.
 * Each attempt reads it through the copy, and it is closed as soon as no attempt can need more of
 * it (rules 6.1 and 6.3). For one attempt at a time.
 */
public final class StreamedBody {

  /** Opens the application's stream, once. */
  public interface Opening {
    /**
     * The stream, from its present position.
     *
     * @throws IOException the application's own, which is passed on to it
     */
    InputStream open() throws IOException;
  }

  // What the inner classes use is not private, so that no accessor can fail in between.
  final BodyCopy copy;
  Source source;
  boolean wantsClose;

  /** What the application's stream threw. */
  Throwable applications;

  private final long length;
  private final Opening opening;

  /**
   * A body of which nothing was read yet.
   *
   * @param length bytes that are to be sent, no more of which are read; negative for all there are
   */
  public StreamedBody(BodyCopy copy, long length, Opening opening) {
    this.copy = copy;
    this.length = length;
    this.opening = opening;
  }

  /**
   * What one attempt sends. The caller closes it like the stream itself.
   *
   * @throws IOException if the application's stream cannot be opened
   */
  public InputStream content() throws IOException {
    if (source == null) {
      InputStream opened;
      try {
        opened = opening.open();
      } catch (Throwable original) {
        applications = original;
        throw original;
      }
      source = new Source(opened, length);
    }
    return new Content(copy.pull(source));
  }

  /** Whether nothing was read from the application's stream, whatever {@link #content} threw. */
  public boolean isUntouched() {
    return applications == null && (source == null || source.given == 0);
  }

  /**
   * What the client gets to see if sending {@link #content} failed: the exception of the connection
   * or of the application's stream, or a {@link BodyFault}.
   */
  public Throwable asTold(Throwable thrown) {
    return thrown instanceof IOException || thrown == applications ? thrown : new BodyFault();
  }

  /** No attempt follows: closes the stream if an attempt has wanted to. */
  public void finish() {
    copy.fence();
    copy.commit();
    if (wantsClose) {
      try {
        source.close();
      } catch (Throwable ignored) { // The attempt has failed for another reason.
        closeAfterFault();
      }
    }
  }

  /** Closes the application's stream although Redial has a fault. */
  void closeAfterFault() {
    if (!source.closed) {
      source.closed = true;
      try {
        source.stream.close();
      } catch (Throwable ignored) {
        // Nobody reads it any more.
      }
    }
  }

  /** The application's stream, of which no more is read than is to be sent. */
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
        applications = original;
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
        try {
          stream.close();
        } catch (Throwable original) {
          applications = original;
          throw original;
        }
      }
    }
  }

  /** What one attempt sends: the stream stays open if a further attempt may need more of it. */
  private final class Content extends FilterInputStream {
    Content(InputStream in) {
      super(in);
    }

    /** A fault of Redial's must not fail a body that was sent. */
    @Override
    public void close() throws IOException {
      try {
        wantsClose = true;
        super.close();
        if (source.ended || !copy.repeatable()) {
          closeSource();
        }
      } catch (Throwable thrown) {
        if (thrown == applications) {
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
        copy.commit(); // The application's own failure is passed on to it.
        throw e;
      }
    }
  }
}

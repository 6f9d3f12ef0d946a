package io.redial.call.body;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A body that is nothing but a stream of the application's, for all attempts of a blocking call:
 * each reads it through the one copy, and it is closed as soon as none can need more of it (rules
 * 6.1, 6.3). For one attempt at a time.
 */
public final class StreamedBody {

  /** The application's stream, asked for once. */
  public interface Opening {
    /**
     * The stream, from where it stands.
     *
     * @throws IOException the application's own, which it gets to see
     */
    InputStream open() throws IOException;
  }

  // What the inner classes use is not private: no accessor stands between that could fail.
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
   * What one attempt sends; to be closed like the stream itself.
   *
   * @throws IOException if the application's stream cannot be had
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
   * What the client is told of what broke the sending of {@link #content}: a fault of Redial's, or
   * what the connection or the application's stream threw.
   */
  public Throwable asTold(Throwable thrown) {
    return thrown instanceof IOException || thrown == applications ? thrown : new BodyFault();
  }

  /** No attempt follows: closes the stream if an attempt has left that for later. */
  public void finish() {
    copy.fence();
    copy.commit();
    if (wantsClose) {
      try {
        source.close();
      } catch (Throwable ignored) { // The attempt has failed for another reason.
        closeAnyhow();
      }
    }
  }

  /** The application's stream is not left open because Redial has a fault. */
  void closeAnyhow() {
    if (!source.closed) {
      source.closed = true;
      try {
        source.stream.close();
      } catch (Throwable ignored) {
        // Nobody wants more of it.
      }
    }
  }

  /** The application's stream, which is asked for no more than is to be sent. */
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

    /** A fault of Redial's is no reason to fail a body that was sent. */
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
          closeAnyhow();
        }
      }
    }

    private void closeSource() throws IOException {
      try {
        source.close();
      } catch (IOException | RuntimeException e) {
        copy.commit(); // The application's own failure, which it gets to see.
        throw e;
      }
    }
  }
}

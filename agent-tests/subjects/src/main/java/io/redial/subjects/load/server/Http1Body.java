package io.redial.subjects.load.server;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A request's body on a connection of HTTP/1.1. */
final class Http1Body {
  private Http1Body() {}

  /** A body of known length. */
  static final class Counted extends InputStream {
    private final InputStream in;
    private long left;

    Counted(InputStream in, long length) {
      this.in = in;
      left = length;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int count) throws IOException {
      if (left == 0) {
        return -1;
      }
      int got = in.read(to, from, (int) Math.min(count, left));
      if (got < 0) {
        throw new EOFException(left + " bytes are missing");
      }
      left -= got;
      return got;
    }
  }

  /** A chunked body, without trailers. */
  static final class Chunked extends InputStream {
    private final InputStream in;
    private Counted chunk;
    private boolean ended;

    Chunked(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int count) throws IOException {
      while (!ended) {
        if (chunk != null) {
          int got = chunk.read(to, from, count);
          if (got >= 0) {
            return got;
          }
          line();
        }
        long size = Long.parseLong(line().split(";", 2)[0].trim(), 16);
        chunk = new Counted(in, size);
        if (size == 0) {
          line();
          ended = true;
        }
      }
      return -1;
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      int c;
      while ((c = in.read()) != '\n') {
        if (c < 0) {
          throw new EOFException("within a chunked body");
        }
        if (c != '\r') {
          line.append((char) c);
        }
      }
      return line.toString();
    }
  }
}

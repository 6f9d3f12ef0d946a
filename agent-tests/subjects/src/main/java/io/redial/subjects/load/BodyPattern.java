package io.redial.subjects.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The bytes of every body: each follows from its place, so that whoever reads one notices a byte
 * that is missing, doubled or moved.
 */
public final class BodyPattern {
  private static final int PERIOD = 251;
  private static final byte[] REPEATED = bytes(PERIOD * 64);

  private BodyPattern() {}

  /** The first bytes. */
  public static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i % PERIOD);
    }
    return bytes;
  }

  /** A stream of that many bytes. */
  public static InputStream stream(long length) {
    return new Stream(length);
  }

  /** Writes the bytes from one place up to another. */
  public static void write(OutputStream out, long from, long to) throws IOException {
    long at = from;
    while (at < to) {
      int start = (int) (at % PERIOD);
      int count = (int) Math.min(to - at, REPEATED.length - start);
      out.write(REPEATED, start, count);
      at += count;
    }
  }

  /** Takes a body piece by piece and says whether it is as it should be. Not thread-safe. */
  public static final class Check {
    private long length;
    private boolean intact = true;

    /** Takes the next piece. */
    public void take(byte[] piece, int from, int count) {
      for (int i = 0; i < count; i++) {
        intact &= piece[from + i] == (byte) ((length + i) % PERIOD);
      }
      length += count;
    }

    /** Reads a stream to its end, or until that many bytes were taken in all. */
    public Check read(InputStream in, long limit) throws IOException {
      byte[] buffer = new byte[8192];
      while (length < limit) {
        int count = in.read(buffer, 0, (int) Math.min(buffer.length, limit - length));
        if (count < 0) {
          break;
        }
        take(buffer, 0, count);
      }
      return this;
    }

    /** Whether exactly so many bytes came, and the right ones. */
    public boolean is(long expected) {
      return intact && length == expected;
    }

    @Override
    public String toString() {
      return length + " bytes" + (intact ? "" : ", some of them wrong");
    }
  }

  private static final class Stream extends InputStream {
    private final long length;
    private long at;

    Stream(long length) {
      this.length = length;
    }

    @Override
    public int read() {
      return at < length ? (int) (at++ % PERIOD) : -1;
    }

    @Override
    public int read(byte[] to, int from, int count) {
      if (at >= length) {
        return count == 0 ? 0 : -1;
      }
      int start = (int) (at % PERIOD);
      int given = (int) Math.min(Math.min(count, length - at), REPEATED.length - start);
      System.arraycopy(REPEATED, start, to, from, given);
      at += given;
      return given;
    }

    @Override
    public int available() {
      return (int) Math.min(length - at, Integer.MAX_VALUE);
    }
  }
}

package io.redial.subjects.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The bytes of every body: each follows from its place, so that whoever reads one notices a byte
 * that is missing, doubled or moved. A pattern may start at another place, so that bodies of
 * different calls can be told apart.
 */
public final class BodyPattern {
  private static final int PERIOD = 251;
  private static final byte[] REPEATED = bytes(PERIOD * 64);

  private BodyPattern() {}

  /** The first bytes. */
  public static byte[] bytes(int length) {
    return bytes(0, length);
  }

  /** So many bytes from a place on. */
  public static byte[] bytes(int start, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) ((start + i) % PERIOD);
    }
    return bytes;
  }

  /** A stream of the first bytes. */
  public static InputStream stream(long length) {
    return stream(0, length);
  }

  /** A stream of so many bytes from a place on. */
  public static InputStream stream(int start, long length) {
    return new Stream(start, length);
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
    private final int start;
    private final byte[] events;
    private long length;
    private boolean intact = true;

    /** Of a body that begins at the first place. */
    public Check() {
      this(0);
    }

    /** Of a body that begins at that place. */
    public Check(int start) {
      this.start = start;
      this.events = null;
    }

    /** Of a stream of events. */
    Check(byte[] events) {
      this.start = 0;
      this.events = events;
    }

    /** Takes the next piece. */
    public void take(byte[] piece, int from, int count) {
      for (int i = 0; i < count; i++) {
        intact &= isRight(piece[from + i], length + i);
      }
      length += count;
    }

    private boolean isRight(byte b, long at) {
      if (events == null) {
        return b == (byte) ((start + at) % PERIOD);
      }
      return at < events.length && b == events[(int) at];
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

    /** Whether what came so far is right. */
    public boolean isIntact() {
      return intact;
    }

    /** How many bytes came. */
    public long length() {
      return length;
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
    private final long end;
    private long at;

    Stream(int start, long length) {
      at = start;
      end = start + length;
    }

    @Override
    public int read() {
      return at < end ? (int) (at++ % PERIOD) : -1;
    }

    @Override
    public int read(byte[] to, int from, int count) {
      if (at >= end) {
        return count == 0 ? 0 : -1;
      }
      int start = (int) (at % PERIOD);
      int given = (int) Math.min(Math.min(count, end - at), REPEATED.length - start);
      System.arraycopy(REPEATED, start, to, from, given);
      at += given;
      return given;
    }

    @Override
    public int available() {
      return (int) Math.min(end - at, Integer.MAX_VALUE);
    }
  }
}

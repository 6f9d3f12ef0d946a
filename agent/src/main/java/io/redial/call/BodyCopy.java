package io.redial.call;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;

/**
 * A request body that can be read once, for blocking clients. It is copied while it is first sent;
 * a retry replays the copy and then continues reading the source (rules 6.3 to 6.5). One attempt
 * sends at a time: once the next one begins, an earlier one gets no more bytes.
 */
public final class BodyCopy {

  /** A body that writes itself. */
  public interface Source {
    /** Writes all of it, once. */
    void writeTo(OutputStream out) throws IOException;
  }

  private final ReplayBuffer copy;
  private BooleanSupplier worthWhile;
  private InputStream pulled;
  private boolean pushed;
  private boolean outgrown;
  private boolean failed;
  private boolean committed;
  private Object sender;

  /**
   * A body of which nothing was sent yet.
   *
   * @param worthWhile asked when the connection breaks: whether another attempt can follow, so that
   *     the rest of the source must be copied
   */
  public BodyCopy(ReplayBuffer copy, BooleanSupplier worthWhile) {
    this.copy = copy;
    this.worthWhile = worthWhile;
  }

  /** Whether one more attempt can send the same bytes. */
  public synchronized boolean repeatable() {
    return !outgrown && !failed && !committed;
  }

  /** No attempt follows: gives the copy back unless an attempt still reads it. */
  public synchronized void commit() {
    committed = true;
    worthWhile = null; // The application may keep the request, and with it the copy's owner.
    if (sender == null) {
      copy.free();
    }
  }

  /** The attempt is given up on: it gets no more bytes. */
  public synchronized void fence() {
    sender = null;
  }

  /**
   * The body for one attempt, read from the application's stream.
   *
   * @param source that stream, the same one for each attempt
   */
  public synchronized InputStream pull(InputStream source) {
    if (pulled == null) {
      pulled = source;
    }
    Pull attempt = new Pull();
    sender = attempt;
    return attempt;
  }

  /**
   * Sends the body for one attempt. The first attempt lets the source write it; if the connection
   * breaks meanwhile, the source goes on into the copy, so that a retry has all of it, as long as
   * there can be one.
   *
   * @throws IOException of the connection or the source
   */
  public void push(OutputStream out, Source source) throws IOException {
    boolean first;
    synchronized (this) {
      sender = out;
      first = !pushed;
      pushed = true;
    }
    try {
      if (first) {
        pushSource(out, source);
      } else {
        pushCopy(out);
      }
    } finally {
      pushed(out);
    }
  }

  private void pushCopy(OutputStream out) throws IOException {
    for (int i = 0; chunk(i) != null; i++) {
      out.write(chunk(i));
    }
  }

  private void pushSource(OutputStream out, Source source) throws IOException {
    Push tee = new Push(out);
    try {
      source.writeTo(tee);
    } catch (IOException | RuntimeException e) {
      synchronized (this) {
        failed |= e != tee.broken;
      }
      throw e;
    }
    if (tee.broken != null) {
      throw tee.broken;
    }
  }

  private synchronized byte[] chunk(int index) {
    return copy.chunk(index);
  }

  /** Copies bytes of the source; false if they no longer fit. */
  private synchronized boolean keep(byte[] bytes, int offset, int length) {
    if (outgrown || committed) {
      return false;
    }
    byte[] chunk = new byte[length];
    System.arraycopy(bytes, offset, chunk, 0, length);
    if (!copy.append(chunk)) {
      outgrown = true;
      copy.free(); // The attempt that reads the source has already read the whole copy.
    }
    return !outgrown;
  }

  /** Asked without holding the monitor, because the answer takes other locks. */
  private boolean isWorthWhile() {
    BooleanSupplier wanted;
    synchronized (this) {
      wanted = worthWhile;
    }
    return wanted != null && wanted.getAsBoolean();
  }

  private synchronized boolean sends(Object attempt) {
    return sender == attempt;
  }

  private synchronized void failed() {
    failed = true;
  }

  /** The attempt no longer needs the copy. */
  private synchronized void pushed(OutputStream out) {
    if (sender == out) {
      sender = null;
      if (committed) {
        copy.free();
      }
    }
  }

  private synchronized void done(Object attempt) {
    if (sender == attempt && committed) {
      sender = null;
      copy.free();
    }
  }

  private final class Pull extends InputStream {
    private int index;
    private byte[] chunk;
    private int at;
    private boolean ended;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (ended) {
        return -1; // Reading on gives the same answer, even after the copy was freed.
      }
      if (!sends(this)) {
        throw new IOException("a new attempt takes this one's place");
      }
      if (chunk == null) {
        chunk = chunk(index);
      }
      if (chunk == null) {
        return readSource(bytes, offset, length);
      }
      int count = Math.min(length, chunk.length - at);
      System.arraycopy(chunk, at, bytes, offset, count);
      at += count;
      if (at == chunk.length) {
        chunk = null;
        at = 0;
        index++;
      }
      return count;
    }

    private int readSource(byte[] bytes, int offset, int length) throws IOException {
      int count;
      try {
        count = pulled.read(bytes, offset, length);
      } catch (IOException | RuntimeException e) {
        failed();
        throw e;
      }
      try {
        if (count < 0) {
          ended = true;
          done(this);
        } else if (keep(bytes, offset, count)) {
          index++;
        }
      } catch (Throwable fault) {
        failed = true; // The attempt continues, but the body cannot be sent again.
      }
      return count;
    }

    @Override
    public int available() throws IOException {
      return chunk != null ? chunk.length - at : pulled.available();
    }

    /** The source is closed at the end of the call, not of an attempt. */
    @Override
    public void close() {
      done(this);
    }
  }

  private final class Push extends OutputStream {
    private final OutputStream out;
    private IOException broken;

    Push(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      boolean kept = length == 0 || keep(bytes, offset, length);
      if (broken == null) {
        try {
          out.write(bytes, offset, length);
        } catch (IOException e) {
          broken = e;
        }
      }
      goOnIf(kept);
    }

    private void goOnIf(boolean kept) throws IOException {
      if (broken != null && !(kept && isWorthWhile())) {
        failed(); // No retry is possible, so the rest of the source is not needed.
        throw broken;
      }
    }

    @Override
    public void flush() throws IOException {
      if (broken == null) {
        try {
          out.flush();
        } catch (IOException e) {
          broken = e;
        }
        goOnIf(true);
      }
    }
  }
}

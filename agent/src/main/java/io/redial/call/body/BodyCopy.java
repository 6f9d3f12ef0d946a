package io.redial.call.body;

import io.redial.kernel.FaultBoundary;
import io.redial.kernel.ReplayCursor;
import io.redial.kernel.ReplayableBody;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/**
 * A request body that can be read once, for blocking clients. It is copied while it is first sent;
 * a retry replays the copy and then continues reading the source (rules 6.3 to 6.5). One attempt
 * sends at a time: once the next one begins, an earlier one gets no more bytes.
 */
public final class BodyCopy extends ReplayableBody {

  /** A body that writes itself. */
  public interface Source {
    /** Writes the whole body, once. */
    void writeTo(OutputStream out) throws IOException;
  }

  private BooleanSupplier worthWhile;
  private InputStream pulled;
  private boolean pushed;

  /**
   * Creates a body of which nothing was sent yet.
   *
   * @param worthWhile returns whether another attempt can follow, so that the rest of the source
   *     must be copied; asked only for a body that writes itself, when its connection breaks
   */
  public BodyCopy(ReplayBuffer copy, BooleanSupplier worthWhile) {
    super(copy);
    this.worthWhile = worthWhile;
  }

  @Override
  public synchronized void commit() {
    super.commit();
    worthWhile = null; // The application may keep the request, and through this the call.
  }

  /**
   * Returns the body for one attempt, read from the application's stream.
   *
   * @param source that stream, the same one for each attempt
   */
  public synchronized InputStream pull(InputStream source) {
    if (pulled == null) {
      pulled = source;
    }
    ReplayCursor attempt = new ReplayCursor();
    begin(attempt);
    return new Pull(attempt);
  }

  /**
   * Sends the body for one attempt. The first attempt lets the source write it; if the connection
   * breaks meanwhile and a retry can follow, the source writes the rest into the copy.
   *
   * @throws IOException if the connection or the source fails
   */
  public void push(OutputStream out, Source source) throws IOException {
    ReplayCursor attempt = new ReplayCursor();
    boolean first;
    synchronized (this) {
      begin(attempt);
      first = !pushed;
      pushed = true;
    }
    try {
      if (first) {
        pushSource(out, source, attempt);
      } else {
        pushCopy(out, attempt);
      }
    } finally {
      finish(attempt);
    }
  }

  private void pushCopy(OutputStream out, ReplayCursor attempt) throws IOException {
    for (ByteBuffer next = piece(attempt); next != null; next = piece(attempt)) {
      byte[] bytes = new byte[next.remaining()];
      next.get(bytes);
      out.write(bytes);
    }
    ensureWhole(attempt);
  }

  /** Fails if the copy was freed too early, so that it is not taken for a shorter body. */
  private void ensureWhole(ReplayCursor attempt) throws IOException {
    if (!attempt.pastCopy) {
      throw gone();
    }
  }

  private void pushSource(OutputStream out, Source source, ReplayCursor attempt)
      throws IOException {
    passCopy(attempt);
    Push tee = new Push(out, attempt);
    try {
      source.writeTo(tee);
    } catch (IOException | RuntimeException e) {
      failed |= e != tee.broken;
      throw e;
    }
    if (tee.broken != null) {
      throw tee.broken;
    }
  }

  private boolean keep(byte[] bytes, int offset, int length, ReplayCursor by) {
    return repeatable() && append(ByteBuffer.wrap(bytes, offset, length), by);
  }

  /** Calls the supplier without holding the monitor, because it takes other locks. */
  private boolean isWorthWhile() {
    BooleanSupplier wanted;
    synchronized (this) {
      wanted = worthWhile;
    }
    return wanted != null && wanted.getAsBoolean();
  }

  private final class Pull extends InputStream {
    private final ReplayCursor cursor;
    private boolean atEnd;

    Pull(ReplayCursor cursor) {
      this.cursor = cursor;
    }

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
      if (atEnd) {
        return -1; // Further reads return the same, even after the copy was freed.
      }
      if (!isCurrent(cursor)) {
        throw new IOException("replaced by a new attempt");
      }
      ByteBuffer piece = piece(cursor);
      if (piece == null) {
        ensureWhole(cursor);
        return readSource(bytes, offset, length);
      }
      int count = Math.min(length, piece.remaining());
      piece.get(bytes, offset, count);
      return count;
    }

    private int readSource(byte[] bytes, int offset, int length) throws IOException {
      int count;
      try {
        count = pulled.read(bytes, offset, length);
      } catch (IOException | RuntimeException e) {
        failed = true;
        throw e;
      }
      if (!FaultBoundary.attempt(() -> taken(bytes, offset, count))) {
        failed = true; // The attempt continues, but the body cannot be sent again.
      }
      return count;
    }

    private void taken(byte[] bytes, int offset, int count) {
      if (count < 0) {
        atEnd = true;
        finish(cursor);
      } else {
        keep(bytes, offset, count, cursor);
      }
    }

    @Override
    public int available() throws IOException {
      return cursor.hasPiece() ? cursor.left() : pulled.available();
    }

    /** The source is closed at the end of the call, not of an attempt. */
    @Override
    public void close() {
      finish(cursor);
    }
  }

  private final class Push extends OutputStream {
    private final OutputStream out;
    private final ReplayCursor cursor;
    private IOException broken;

    Push(OutputStream out, ReplayCursor cursor) {
      this.out = out;
      this.cursor = cursor;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      boolean kept = length == 0 || keep(bytes, offset, length, cursor);
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
        failed = true; // No retry is possible, so the rest of the source is not needed.
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

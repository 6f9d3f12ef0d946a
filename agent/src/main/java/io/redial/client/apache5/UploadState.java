package io.redial.client.apache5;

import io.redial.call.body.ReplayBuffer;
import io.redial.call.body.ReplayableBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/**
 * How far the body of a call has come: what of it is copied, which attempt reads it, and whether
 * that attempt is past the copy (rules 6.3 to 6.5). Thread-safe; it calls nothing out.
 */
final class UploadState extends ReplayableBody {
  /** What an attempt does next. */
  enum Next {
    /** It sends the copy's next chunk. */
    REPLAY,
    /** It lets an earlier attempt's last write return, and is then asked for more output. */
    WAIT,
    /** The producer goes on from where it stands, on this attempt's connection. */
    PRODUCE,
    /** It ends the body. */
    END
  }

  /** How much an attempt can send is for the producer to say. */
  static final int ASK = -1;

  /** The connection of the attempt under way, once it is past the copy and unless it broke. */
  volatile DataStreamChannel channel;

  /** Counts how often the body begins to be sent: a late failure is not the next attempt's. */
  private int sending;

  /** Writes to a connection that have not returned. */
  private int writing;

  private Thread producing;

  /** The connection of an attempt that was told to wait. */
  private DataStreamChannel waiting;

  private boolean heldBack;
  private List<? extends Header> trailers;
  private boolean closed;

  UploadState(ReplayBuffer copy) {
    super(copy);
  }

  @Override
  public synchronized void fence() {
    super.fence();
    leaveConnection();
  }

  private void leaveConnection() {
    channel = null;
    waiting = null;
    sending++;
  }

  /**
   * The attempt under way reads the body from its beginning once more.
   *
   * @return false if the copy is gone: the producer has to begin again
   */
  synchronized boolean rewind(BodyReader again) {
    if (!isCurrent(again) || committed) {
      return true;
    }
    leaveConnection();
    again.rewind();
    if (repeatable()) {
      return true;
    }
    restart();
    trailers = null;
    return false;
  }

  @Override
  public synchronized void close() {
    super.close();
    closed = true;
  }

  /** Whether a thread of the producer's own may wait for an attempt, and none follows. */
  synchronized boolean leavesProducerWaiting() {
    return closed && heldBack && !ended;
  }

  /** How much an attempt can send, or {@link #ASK}. */
  synchronized int available(BodyReader by) {
    if (hasPiece(by)) {
      return Integer.MAX_VALUE;
    }
    if (ended) {
      return by.hasEnded() ? 0 : 1;
    }
    if (!by.pastCopy && waiting != null) {
      return isBusy() ? 0 : 1;
    }
    return ASK;
  }

  /** Fails an attempt that may not send any more. */
  synchronized void ensureCurrent(BodyReader by) throws IOException {
    if (!isCurrent(by)) {
      BodyReader.refuse();
    }
    by.ensureUnbroken();
  }

  /** What comes next on an attempt's connection. */
  synchronized Next next(BodyReader by, DataStreamChannel to) throws IOException {
    ensureCurrent(by);
    if (hasPiece(by)) {
      return Next.REPLAY;
    }
    if (!by.pastCopy && failed) {
      BodyReader.refuse(); // The copy is not all that was written.
    }
    if (ended) {
      return Next.END;
    }
    if (!by.pastCopy && isBusy()) {
      waiting = to;
      return Next.WAIT;
    }
    passCopy(by);
    channel = to;
    waiting = null;
    heldBack = false;
    producing = Thread.currentThread();
    return Next.PRODUCE;
  }

  private boolean isBusy() {
    return writing > 0 || producing != null;
  }

  synchronized List<? extends Header> trailers() {
    return trailers;
  }

  /** The producer has returned; the connection to ask for more output on, or null. */
  synchronized DataStreamChannel produced() {
    producing = null;
    return released();
  }

  private DataStreamChannel released() {
    return isBusy() ? null : waiting;
  }

  /** Where it is to be written, or null: there is no connection, and {@link #take} takes it. */
  synchronized UploadConnection connection() {
    if (channel == null) {
      return null;
    }
    writing++;
    return new UploadConnection(channel, (BodyReader) current, sending);
  }

  /** A write has returned; the connection to ask for more output on, or null. */
  synchronized DataStreamChannel written() {
    writing--;
    return released();
  }

  /**
   * Copies what is written while there is no connection.
   *
   * @return how much of it, 0 if the copy has no room
   * @throws ClosedChannelException if there will be none either
   */
  synchronized int take(ByteBuffer bytes) throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
    noteHeldBack();
    int count = bytes.remaining();
    if (!repeatable() || !offer(copyOf(bytes), null)) {
      return 0;
    }
    bytes.position(bytes.limit());
    return count;
  }

  /** Copies what was written to a connection. */
  synchronized void keep(ByteBuffer written, UploadConnection by) {
    if (repeatable()) {
      append(copyOf(written), by.sending == sending ? current : null);
    }
  }

  /**
   * A write failed and may have taken part of the bytes: copies them all.
   *
   * @return false if the producer has to know, because no attempt can follow
   */
  synchronized boolean lost(ByteBuffer all, UploadConnection by, Exception thrown) {
    boolean late = by.sending != sending;
    if (!repeatable() || !offer(copyOf(all), late ? null : current)) {
      failed = true;
      return false;
    }
    if (!late) {
      by.reader.breakOff(thrown);
      channel = null;
    }
    noteHeldBack();
    return true;
  }

  /** A thread of the producer's own writes on, and may come to wait for capacity. */
  private void noteHeldBack() {
    heldBack |= producing != Thread.currentThread();
  }

  private static byte[] copyOf(ByteBuffer bytes) {
    byte[] copied = new byte[bytes.remaining()];
    bytes.duplicate().get(copied);
    return copied;
  }

  /** The producer ended the body; where it is to be told, or null if there is no connection. */
  synchronized UploadConnection end(List<? extends Header> last) {
    ended = true;
    trailers = last;
    if (channel != null) {
      ((BodyReader) current).toldEnd();
    }
    return connection();
  }
}

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
 * The state of a body that a producer writes. It adds to a {@link ReplayableBody} the connection of
 * the attempt under way, and who is writing (rules 6.3 to 6.5). Thread-safe; never calls outside
 * code.
 */
final class UploadState extends ReplayableBody {
  /** What an attempt does next. */
  enum Next {
    /** The attempt sends the next piece of the copy. */
    REPLAY,
    /**
     * The attempt waits until an earlier attempt's last write has returned, and is then asked for
     * more output.
     */
    WAIT,
    /** The producer continues from where it is, on this attempt's connection. */
    PRODUCE,
    /** The attempt ends the body. */
    END
  }

  /** The answer if only the producer knows how much an attempt can send. */
  static final int ASK = -1;

  /** The connection of the attempt under way, once it is past the copy and unless it broke. */
  volatile DataStreamChannel channel;

  /**
   * The number of times that sending the body has begun. It keeps a late failure from being taken
   * for the next attempt's.
   */
  private int sending;

  /** The number of writes to a connection that have not returned. */
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
   * Makes the attempt under way read the body from its beginning once more.
   *
   * @return false if the copy was freed, so that the producer must begin again
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

  /**
   * Returns whether a thread of the producer's own may be waiting for an attempt although none
   * follows.
   */
  synchronized boolean leavesProducerWaiting() {
    return closed && heldBack && !ended;
  }

  /** Returns how much an attempt can send, or {@link #ASK}. */
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

  /** Throws if an attempt may not send any more. */
  synchronized void ensureCurrent(BodyReader by) throws IOException {
    if (!isCurrent(by)) {
      BodyReader.refuse();
    }
    by.ensureUnbroken();
  }

  /** Returns what comes next on an attempt's connection. */
  synchronized Next next(BodyReader by, DataStreamChannel to) throws IOException {
    ensureCurrent(by);
    if (hasPiece(by)) {
      return Next.REPLAY;
    }
    if (!by.pastCopy && failed) {
      BodyReader.refuse(); // The copy is incomplete.
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

  /**
   * Notes that the producer has returned. Returns the connection to request more output on, or
   * null.
   */
  synchronized DataStreamChannel produced() {
    producing = null;
    return released();
  }

  private DataStreamChannel released() {
    return isBusy() ? null : waiting;
  }

  /**
   * Begins a write. Returns the connection to write to, or null if there is none, so that {@link
   * #take} has to copy the bytes.
   */
  synchronized UploadConnection connection() {
    if (channel == null) {
      return null;
    }
    writing++;
    return new UploadConnection(channel, (BodyReader) current, sending);
  }

  /** Notes that a write has returned. Returns the connection to request more output on, or null. */
  synchronized DataStreamChannel written() {
    writing--;
    return released();
  }

  /**
   * Copies what is written while there is no connection.
   *
   * @return how many bytes were copied; 0 if the copy has no room
   * @throws ClosedChannelException if no connection will follow
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
   * Copies all bytes of a failed write, which may have taken some of them.
   *
   * @return false if the producer has to learn of the failure, because no attempt can follow
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

  /**
   * Notes whether a thread of the producer's own keeps writing, which may end up waiting for
   * capacity.
   */
  private void noteHeldBack() {
    heldBack |= producing != Thread.currentThread();
  }

  private static byte[] copyOf(ByteBuffer bytes) {
    byte[] copied = new byte[bytes.remaining()];
    bytes.duplicate().get(copied);
    return copied;
  }

  /**
   * Notes that the producer ended the body. Returns the connection to end, or null if there is
   * none.
   */
  synchronized UploadConnection end(List<? extends Header> last) {
    ended = true;
    trailers = last;
    if (channel != null) {
      ((BodyReader) current).toldEnd();
    }
    return connection();
  }
}

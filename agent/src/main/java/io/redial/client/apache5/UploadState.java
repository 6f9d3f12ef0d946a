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
 * The state of a body that a producer writes: beyond what every {@link ReplayableBody} has, the
 * connection of the attempt under way, and who is writing (rules 6.3 to 6.5). Thread-safe; it calls
 * nothing out.
 */
final class UploadState extends ReplayableBody {
  /** What an attempt does next. */
  enum Next {
    /** It sends the next piece of the copy. */
    REPLAY,
    /**
     * It waits until an earlier attempt's last write has returned, and is then asked for more
     * output.
     */
    WAIT,
    /** The producer continues from where it is, on this attempt's connection. */
    PRODUCE,
    /** It ends the body. */
    END
  }

  /** Only the producer knows how much an attempt can send. */
  static final int ASK = -1;

  /** The connection of the attempt under way, once it is past the copy and unless it broke. */
  volatile DataStreamChannel channel;

  /**
   * Counts how many times sending the body has begun, so that a late failure is not taken for the
   * next attempt's.
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
   * The attempt under way reads the body from its beginning once more.
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

  /** Whether a thread of the producer's own may be waiting for an attempt although none follows. */
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
   * @throws ClosedChannelException if there will be no connection either
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

  /** A thread of the producer's own keeps writing, and may end up waiting for capacity. */
  private void noteHeldBack() {
    heldBack |= producing != Thread.currentThread();
  }

  private static byte[] copyOf(ByteBuffer bytes) {
    byte[] copied = new byte[bytes.remaining()];
    bytes.duplicate().get(copied);
    return copied;
  }

  /** The producer ended the body; returns the connection to tell, or null if there is none. */
  synchronized UploadConnection end(List<? extends Header> last) {
    ended = true;
    trailers = last;
    if (channel != null) {
      ((BodyReader) current).toldEnd();
    }
    return connection();
  }
}

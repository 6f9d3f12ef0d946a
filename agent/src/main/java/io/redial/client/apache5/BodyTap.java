package io.redial.client.apache5;

import io.redial.call.ReplayBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/**
 * The one channel that a producer which can send once ever writes to: copies what is written and
 * passes it to the attempt under way (rules 6.3 to 6.5). Between two attempts, and while the copy
 * is replayed, it takes nothing, as a channel without capacity does. Its monitor guards its state;
 * nothing is called out to while it is held.
 */
final class BodyTap implements DataStreamChannel {
  private final AsyncRequestProducer producer;
  private final ReplayBuffer copy;

  /** The attempt under way; none between two attempts. */
  private BodyReader reader;

  /** Its connection, once it is past the copy. */
  private DataStreamChannel channel;

  private Thread producing;
  private boolean ended;
  private List<? extends Header> trailers;
  private boolean outgrown;
  private boolean failed;
  private boolean committed;

  BodyTap(AsyncRequestProducer producer, ReplayBuffer copy) {
    this.producer = producer;
    this.copy = copy;
  }

  /** Whether one more attempt can send the same bytes. */
  synchronized boolean repeatable() {
    return !outgrown && !failed && !committed;
  }

  /** The next attempt begins, and reads the body from its beginning. */
  synchronized void begin(BodyReader next) {
    reader = next;
    channel = null;
  }

  /** The attempt under way gets nothing more. */
  synchronized void fence() {
    reader = null;
    channel = null;
  }

  /**
   * The client lets go of a body that it can repeat, perhaps to send it again by itself, after a
   * redirect, say: it is read from its beginning.
   *
   * @return false if the copy is gone: the producer has to begin again
   */
  synchronized boolean rewind(BodyReader again) {
    if (reader != again || committed) {
      return true;
    }
    channel = null;
    again.rewind();
    if (repeatable()) {
      return true;
    }
    outgrown = true;
    copy.free();
    ended = false;
    trailers = null;
    return false;
  }

  /** No attempt follows: gives the copy back unless an attempt still reads it. */
  synchronized void commit() {
    committed = true;
    if (channel != null || reader == null) {
      copy.free();
    }
  }

  /** No attempt reads any more. */
  void free() {
    copy.free();
  }

  synchronized boolean isCurrent(BodyReader asking) {
    return asking == reader;
  }

  /** The chunk of that index, or null if the copy ends before it. */
  byte[] chunk(int index) {
    return copy.chunk(index);
  }

  synchronized boolean hasEnded() {
    return ended;
  }

  int available() {
    return producer.available();
  }

  /** The attempt has read the copy: the producer goes on from where it stands. */
  void produceTo(DataStreamChannel to) throws IOException {
    synchronized (this) {
      if (channel == null && committed) {
        copy.free();
      }
      channel = to;
      producing = Thread.currentThread();
    }
    try {
      producer.produce(this);
    } catch (IOException | RuntimeException e) {
      synchronized (this) {
        failed |= channel != null; // A lost connection is not the producer's fault.
      }
      throw e;
    } finally {
      synchronized (this) {
        producing = null;
      }
    }
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    DataStreamChannel to = current();
    if (to == null) {
      return 0;
    }
    ByteBuffer written = bytes.duplicate();
    int count;
    try {
      count = to.write(bytes);
    } catch (IOException e) {
      if (lost(to)) {
        throw e;
      }
      return 0; // A producer with a thread of its own waits for the next attempt's capacity.
    }
    if (count > 0) {
      written.limit(written.position() + count);
      keep(written);
    }
    return count;
  }

  private synchronized DataStreamChannel current() {
    return channel;
  }

  /** The connection is gone; whether this is its own thread, which has to know. */
  private synchronized boolean lost(DataStreamChannel connection) {
    if (channel == connection) {
      channel = null;
    }
    return producing == Thread.currentThread() || committed || outgrown;
  }

  private synchronized void keep(ByteBuffer written) {
    if (outgrown || committed) {
      return;
    }
    byte[] chunk = new byte[written.remaining()];
    written.get(chunk);
    if (!copy.append(chunk)) {
      outgrown = true;
      copy.free(); // Whoever writes through is past the copy.
    }
  }

  @Override
  public void endStream() throws IOException {
    endStream(null);
  }

  @Override
  public void endStream(List<? extends Header> last) throws IOException {
    DataStreamChannel to;
    synchronized (this) {
      ended = true;
      trailers = last;
      to = channel;
      if (to != null) {
        reader.toldEnd();
      }
    }
    if (to != null) {
      end(to);
    }
  }

  /** Ends an attempt's body as the producer ended it. */
  void end(DataStreamChannel to) throws IOException {
    List<? extends Header> last;
    synchronized (this) {
      last = trailers;
    }
    if (last != null) {
      to.endStream(last);
    } else {
      to.endStream();
    }
  }

  @Override
  public void requestOutput() {
    DataStreamChannel to = current();
    if (to != null) {
      to.requestOutput();
    }
  }
}

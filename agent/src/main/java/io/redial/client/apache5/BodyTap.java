package io.redial.client.apache5;

import io.redial.call.Exceptions;
import io.redial.call.body.BodyFault;
import io.redial.call.body.ReplayBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/**
 * The only channel that a producer which is not repeatable writes to. It copies what is written and
 * passes it to the attempt under way. Between two attempts, and while the copy is replayed, it only
 * copies.
 *
 * <p>A failed write may have taken some of the bytes. So all of them are copied and count as
 * written, and the client learns of the failure when the producer has returned. The producer sees
 * one unbroken channel until no attempt follows or an internal fault ends the call (rule 1.4).
 */
final class BodyTap implements DataStreamChannel {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final AsyncRequestProducer producer;
  private final UploadState state;
  private final Executor threads;
  private volatile Thread releasing;

  /** What the application's producer or the client's channel has thrown. */
  volatile Throwable outsiders;

  /**
   * Creates a tap for a body of which nothing was sent yet.
   *
   * @param threads run tasks that may run the application's code
   */
  BodyTap(AsyncRequestProducer producer, ReplayBuffer copy, Executor threads) {
    this.producer = producer;
    this.state = new UploadState(copy);
    this.threads = threads;
  }

  UploadState state() {
    return state;
  }

  int available() {
    try {
      return producer.available();
    } catch (Throwable original) {
      outsiders = original;
      throw original;
    }
  }

  /** Lets the producer write to the attempt that is past the copy. */
  void produce(BodyReader by) throws IOException {
    try {
      producer.produce(this);
    } catch (Throwable original) {
      outsiders = original;
      state.fail();
      throw original;
    } finally {
      askForOutput(state.produced());
    }
    by.ensureUnbroken();
  }

  /** Sends some of the copy. */
  void replay(ByteBuffer chunk, DataStreamChannel to) throws IOException {
    try {
      to.write(chunk);
    } catch (Throwable original) {
      outsiders = original;
      throw original;
    }
  }

  /** Ends an attempt's body as the producer ended it. */
  void end(DataStreamChannel to) throws IOException {
    List<? extends Header> trailers = state.trailers();
    try {
      if (trailers != null) {
        to.endStream(trailers);
      } else {
        to.endStream();
      }
    } catch (Throwable original) {
      outsiders = original;
      throw original;
    }
  }

  /** Closes the body, because no attempt reads it any more. */
  void close() {
    state.close();
    if (state.leavesProducerWaiting()) {
      release();
    }
  }

  /**
   * Takes the pending bytes of a producer whose thread waits for capacity, so that the thread
   * continues. Its next write fails, as it does when a connection is gone.
   */
  private void release() {
    releasing = Thread.currentThread();
    try {
      producer.produce(this);
    } catch (Throwable ignored) {
      // The call has its outcome.
    } finally {
      releasing = null;
    }
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    try {
      return passOn(bytes);
    } catch (Throwable thrown) {
      throw asTold(thrown);
    }
  }

  /**
   * Returns the exception that the producer gets: the channel's own, or one that says that an
   * internal fault broke the channel.
   */
  private IOException asTold(Throwable thrown) {
    if (thrown instanceof IOException) {
      return (IOException) thrown;
    }
    if (thrown == outsiders) {
      throw Exceptions.sneakyThrow(thrown);
    }
    synchronized (state) {
      state.failed = true; // The copy may not be all that was written.
    }
    return new BodyFault();
  }

  private int passOn(ByteBuffer bytes) throws IOException {
    UploadConnection to = state.connection();
    if (to != null) {
      return write(bytes, to);
    }
    if (releasing != Thread.currentThread()) {
      return state.take(bytes);
    }
    int count = bytes.remaining();
    bytes.position(bytes.limit());
    return count;
  }

  private int write(ByteBuffer bytes, UploadConnection to) throws IOException {
    ByteBuffer all = bytes.duplicate();
    try {
      int count;
      try {
        count = to.channel.write(bytes);
      } catch (Throwable original) {
        broke(all, to, original);
        bytes.position(bytes.limit());
        return all.remaining();
      }
      if (count > 0) {
        all.limit(all.position() + count);
        state.keep(all, to);
      }
      return count;
    } finally {
      askForOutput(state.written());
    }
  }

  /** Handles a failed channel: the producer continues without it if an attempt can follow. */
  private void broke(ByteBuffer all, UploadConnection to, Throwable original) throws IOException {
    outsiders = original;
    if (original instanceof Error || !state.lost(all, to, (Exception) original)) {
      if (original instanceof IOException) {
        throw (IOException) original; // Thrown directly, so that no internal fault can interfere.
      }
      throw Exceptions.sneakyThrow(original);
    }
  }

  @Override
  public void endStream() throws IOException {
    endStream(null);
  }

  @Override
  public void endStream(List<? extends Header> trailers) throws IOException {
    try {
      UploadConnection to = state.end(trailers);
      if (to != null) {
        passOnEnd(to);
      }
    } catch (Throwable thrown) {
      throw asTold(thrown);
    }
  }

  private void passOnEnd(UploadConnection to) throws IOException {
    try {
      end(to.channel);
    } catch (Throwable thrown) {
      if (thrown != outsiders) {
        throw thrown;
      }
      broke(NOTHING, to, thrown);
    } finally {
      askForOutput(state.written());
    }
  }

  private static void askForOutput(DataStreamChannel waiting) {
    if (waiting != null) {
      waiting.requestOutput();
    }
  }

  /**
   * Requests output from the client, which then calls the producer. After an internal fault, the
   * client learns of it from that call.
   */
  @Override
  public void requestOutput() {
    try {
      askForOutput();
    } catch (Throwable thrown) {
      if (thrown == outsiders) {
        throw thrown;
      }
      DataStreamChannel channel = state.channel;
      if (channel != null) {
        channel.requestOutput();
      }
    }
  }

  private void askForOutput() {
    UploadConnection to = state.connection();
    if (to != null) {
      try {
        to.channel.requestOutput();
      } catch (Throwable original) {
        outsiders = original;
        throw original;
      } finally {
        askForOutput(state.written());
      }
    } else if (state.leavesProducerWaiting()) {
      threads.execute(this::release);
    }
  }
}

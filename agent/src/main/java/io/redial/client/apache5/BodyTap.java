package io.redial.client.apache5;

import io.redial.call.ReplayBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/**
 * The one channel that a producer which can send once ever writes to: copies what is written and
 * passes it to the attempt under way. Between two attempts, and while the copy is replayed, what is
 * written goes into the copy alone.
 *
 * <p>A write that fails may have taken part of the bytes. So all of them are copied and count as
 * written, and the client hears of the failure when the producer has returned. The producer sees
 * one unbroken channel until no attempt follows.
 */
final class BodyTap implements DataStreamChannel {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final AsyncRequestProducer producer;
  private final UploadState state;
  private final Executor threads;
  private volatile Thread releasing;

  /**
   * A body of which nothing was sent yet.
   *
   * @param threads run what may run the application's code
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
    return producer.available();
  }

  /** Lets the producer write to the attempt that is past the copy. */
  void produce(BodyReader by) throws IOException {
    try {
      producer.produce(this);
    } catch (Throwable thrown) {
      state.fail();
      throw thrown;
    } finally {
      askForOutput(state.produced());
    }
    by.ensureUnbroken();
  }

  /** Ends an attempt's body as the producer ended it. */
  void end(DataStreamChannel to) throws IOException {
    List<? extends Header> trailers = state.trailers();
    if (trailers != null) {
      to.endStream(trailers);
    } else {
      to.endStream();
    }
  }

  /** No attempt reads any more. */
  void close() {
    state.close();
    if (state.leavesProducerWaiting()) {
      release();
    }
  }

  /**
   * Takes from a producer whose thread waits for capacity what it holds, so that the thread goes
   * on; its next write fails, as it does when a connection is gone.
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
    UploadState.Connection to = state.connection();
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

  private int write(ByteBuffer bytes, UploadState.Connection to) throws IOException {
    ByteBuffer all = bytes.duplicate();
    try {
      int count = to.channel.write(bytes);
      if (count > 0) {
        all.limit(all.position() + count);
        state.keep(all, to);
      }
      return count;
    } catch (IOException | RuntimeException e) {
      if (!state.lost(all, to, e)) {
        throw e;
      }
      bytes.position(bytes.limit());
      return all.remaining();
    } finally {
      askForOutput(state.written());
    }
  }

  @Override
  public void endStream() throws IOException {
    endStream(null);
  }

  @Override
  public void endStream(List<? extends Header> trailers) throws IOException {
    UploadState.Connection to = state.end(trailers);
    if (to == null) {
      return;
    }
    try {
      end(to.channel);
    } catch (IOException | RuntimeException e) {
      if (!state.lost(NOTHING, to, e)) {
        throw e;
      }
    } finally {
      askForOutput(state.written());
    }
  }

  private static void askForOutput(DataStreamChannel waiting) {
    if (waiting != null) {
      waiting.requestOutput();
    }
  }

  @Override
  public void requestOutput() {
    UploadState.Connection to = state.connection();
    if (to != null) {
      try {
        to.channel.requestOutput();
      } finally {
        askForOutput(state.written());
      }
    } else if (state.leavesProducerWaiting()) {
      threads.execute(this::release);
    }
  }
}

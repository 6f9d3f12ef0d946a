package io.redial.kernel;

import io.redial.kernel.ReplayState.Step;
import io.redial.kernel.Upload.Cursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The body of a request that a client asks for, copied while it is first sent (rules 6.1 to 6.5).
 * The application's source writes to one channel, which is never replaced. What it writes goes to
 * the attempt under way, and into the copy. Between two attempts, and while the copy is replayed,
 * it is only copied.
 *
 * <p>A failed write may have taken some of the bytes. So all of them are copied and count as
 * written, and the client learns of the failure when the source has returned. The source sees one
 * unbroken channel until no attempt can follow.
 *
 * <p>What the source and the client throw is theirs, and goes to whoever called them. Anything else
 * that is thrown here says that an attempt cannot go on: faults in the copy are caught where they
 * occur. Nothing outside the kernel is called under a monitor. Thread-safe.
 */
public final class AsyncReplay<K, W> {
  static final String WHERE = "request body";
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  final UploadSink<K, W> sinks;
  final UploadSource<K, W> source;
  final ReplayState<K, W> state;
  private final K channel;
  private final W control;
  private volatile BooleanSupplier canFollow;
  private final Executor threads;
  private volatile FaultLog log;
  private volatile Thread releasing;

  /**
   * Creates the body of a source that may write at any time.
   *
   * @param copy keeps what the source writes
   * @param channel makes what the source writes to
   * @param threads run what may run the application's code
   */
  public AsyncReplay(
      FaultLog log,
      BodyStore copy,
      UploadSource<K, W> source,
      Function<? super AsyncReplay<K, W>, K> channel,
      Executor threads) {
    this.log = log;
    this.sinks = source.sink();
    this.source = source;
    this.state = new ReplayState<>(copy, false, -1);
    this.channel = channel.apply(this);
    this.control = null;
    this.canFollow = null;
    this.threads = threads;
  }

  /**
   * Creates the body of a source that may write only while it is asked for output.
   *
   * @param length of the body in bytes; negative if it is unknown
   * @param channel makes what the source writes to
   * @param control makes what it asks for output with
   * @param canFollow returns whether another attempt can follow, so that the rest of the source
   *     must be copied; asked when the connection breaks
   */
  public AsyncReplay(
      FaultLog log,
      BodyStore copy,
      long length,
      UploadSource<K, W> source,
      Function<? super AsyncReplay<K, W>, K> channel,
      Function<? super AsyncReplay<K, W>, W> control,
      BooleanSupplier canFollow) {
    this.log = log;
    this.sinks = source.sink();
    this.source = source;
    this.state = new ReplayState<>(copy, true, length);
    this.channel = channel.apply(this);
    this.control = control.apply(this);
    this.canFollow = canFollow;
    this.threads = null;
  }

  /** Closes the body, because no attempt reads it any more. */
  void close() {
    state.close();
    if (state.leavesSourceWaiting()) {
      release();
    }
    log = null; // As in forget.
  }

  /**
   * Takes the bytes of a source whose thread waits for capacity, so that the thread continues. Its
   * next write fails, as it does when a connection is gone.
   */
  private void release() {
    releasing = Thread.currentThread();
    FaultBoundary.attempt(() -> source.produce(channel, control));
    releasing = null;
  }

  /** Frees the copy, because the call is over. An attempt that is past it may still send. */
  void forget() {
    state.forget();
    log = null; // The application may keep its producer, and with it the channel.
    canFollow = null;
  }

  /** Sends as much of the copy as a connection takes, and then lets the source continue. */
  void produce(Upload<K, W> by, K sink, W wake) throws IOException {
    Cursor<K, W> cursor = state.output(by);
    try {
      Step step = state.next(cursor, sink, wake, false);
      while (step == Step.REPLAY) {
        sinks.write.to(sink, cursor.piece);
        if (cursor.hasPiece()) {
          return;
        }
        step = state.next(cursor, sink, wake, sinks.hasAll(sink));
      }
      if (step == Step.END) {
        sinks.end(sink, state.trailers());
      } else if (step == Step.REFUSE) {
        throw refused(cursor);
      } else if (step != Step.WAIT) {
        ask(cursor, sink, wake, step == Step.PRODUCE);
      }
    } finally {
      reportFault();
    }
  }

  private RuntimeException refused(Cursor<K, W> cursor) throws IOException {
    Throwable refusal = state.refusal(cursor);
    throw Exceptions.sneakyThrow(refusal == null ? sinks.replaced() : refusal);
  }

  private void ask(Cursor<K, W> by, K sink, W wake, boolean isCopied) throws IOException {
    try {
      source.produce(isCopied ? channel : sink, isCopied ? control : wake);
    } catch (Throwable thrown) {
      state.fail(); // No retry can mend a source, whatever its exception looks like.
      if (by.broken == null || thrown instanceof Error) {
        throw thrown;
      }
    } finally {
      wake(state.produced());
    }
    if (by.broken != null) {
      throw Exceptions.sneakyThrow(by.broken);
    }
  }

  private void wake(Cursor<K, W> waiter) {
    if (waiter != null) {
      sinks.wake.accept(waiter.wake);
    }
  }

  private void reportFault() {
    Throwable found = state.fault;
    FaultLog to = log;
    if (found != null && to != null) {
      state.fault = null;
      FaultBoundary.report(to, WHERE, found);
    }
  }

  // What the source does.

  /** Returns what the attempt that was asked last is asked for output with. */
  public W control() {
    return state.control;
  }

  /** Called when the source writes. Returns how many of the bytes it need not write again. */
  public int write(ByteBuffer bytes) throws IOException {
    Cursor<K, W> to = state.beginWrite();
    if (to == null) {
      return take(bytes);
    }
    ByteBuffer all = bytes.duplicate();
    try {
      try {
        sinks.write.to(to.sink, bytes);
      } catch (Throwable thrown) {
        int kept = lost(all, to, thrown);
        if (kept < 0) {
          throw thrown;
        }
        bytes.position(all.position() + kept);
        return kept;
      }
      all.limit(bytes.position());
      state.keep(all, to);
      if (sinks.hasAll(to.sink)) {
        state.complete(to);
      }
      return all.remaining();
    } finally {
      wake(state.endWrite());
    }
  }

  private int lost(ByteBuffer all, Cursor<K, W> by, Throwable thrown) {
    if (sinks.breaks.isInstance(thrown) && canFollow()) {
      return state.lost(all, by, thrown);
    }
    state.failed(by, thrown);
    return -1;
  }

  private boolean canFollow() {
    BooleanSupplier asked = canFollow;
    return asked == null || FaultBoundary.ask(log, WHERE, asked::getAsBoolean, false);
  }

  private int take(ByteBuffer bytes) throws IOException {
    if (releasing == Thread.currentThread()) {
      int count = bytes.remaining();
      bytes.position(bytes.limit());
      return count;
    }
    Throwable broken = state.broken();
    int count = broken == null || canFollow() ? state.take(bytes) : -1;
    if (count < 0) {
      state.fail();
      throw Exceptions.sneakyThrow(broken == null ? sinks.replaced() : broken);
    }
    return count;
  }

  /** Called when the source ends the body, perhaps with trailers. */
  public void end(Object trailers) throws IOException {
    Cursor<K, W> to = state.end(trailers);
    if (to == null) {
      return;
    }
    try {
      sinks.end(to.sink, trailers);
    } catch (Throwable thrown) {
      if (lost(NOTHING, to, thrown) < 0) {
        throw thrown;
      }
    } finally {
      wake(state.endWrite());
    }
  }

  /** Whether the body is complete, as the source or the connection sees it. */
  public boolean isComplete() {
    Cursor<K, W> to = state.open();
    return to == null ? state.ended : sinks.hasAll(to.sink);
  }

  /** Called when the source wants to be asked for output. */
  public void requestOutput() {
    Cursor<K, W> to = state.beginWrite();
    if (to != null) {
      try {
        sinks.wake.accept(to.wake);
      } finally {
        wake(state.endWrite());
      }
    } else if (state.leavesSourceWaiting()
        && !FaultBoundary.attempt(() -> threads.execute(this::release))) {
      release();
    }
  }
}

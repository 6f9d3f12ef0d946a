package io.redial.client.apache4;

import io.redial.call.Timer;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.http.conn.ConnectionReleaseTrigger;

/**
 * Stops an attempt that takes longer than {@code per-try-timeout}, as an abort would, but without
 * the application's request being aborted. The time begins when the attempt has a connection: how
 * long to wait for one from its pool is for the client to say (rule 2.10).
 */
final class Cancellation {
  private enum State {
    RUNNING,
    ENDED,
    STOPPED
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
  private long nanos;
  private Timer timer;
  private volatile ConnectionReleaseTrigger connection;
  private Future<?> timeout;
  private SocketTimeoutException failure;

  /** Sets the time; the attempt begins. */
  void after(long limitNanos, Timer ticking) {
    nanos = limitNanos;
    timer = ticking;
  }

  /** The client waits for a connection, or has one: the first or, after a redirect, another. */
  void stoppedBy(Object handle) {
    if (!(handle instanceof ConnectionReleaseTrigger)) {
      return;
    }
    connection = (ConnectionReleaseTrigger) handle;
    if (timeout == null) {
      timeout = timer.limit(nanos, this::stop);
    } else if (state.get() == State.STOPPED) {
      abort();
    }
  }

  private void stop() {
    if (state.compareAndSet(State.RUNNING, State.STOPPED)) {
      abort();
    }
  }

  private void abort() {
    try {
      connection.abortConnection();
    } catch (IOException alreadyBroken) {
      // It is of no use any more, which is all that was wanted.
    }
  }

  /** Whether the time ran out. */
  boolean isStopped() {
    return state.get() == State.STOPPED;
  }

  /** The client is done with the attempt: true if the time had not run out, nor does it now. */
  boolean end() {
    if (timeout != null) {
      timeout.cancel(false);
    }
    return state.compareAndSet(State.RUNNING, State.ENDED);
  }

  /** What the client throws when a server does not answer in time. */
  IOException asFailure() {
    failure = new SocketTimeoutException("Read timed out (per-try-timeout)");
    return failure;
  }

  @SuppressWarnings("ReferenceEquality") // That very exception.
  boolean isOwn(Throwable thrown) {
    return thrown == failure;
  }
}

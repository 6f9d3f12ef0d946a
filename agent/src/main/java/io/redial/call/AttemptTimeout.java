package io.redial.call;

import io.redial.policy.RetryPolicy;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The clock of {@code per-try-timeout} for one attempt (rule 2.10). Either the head of a response
 * comes first or the time runs out, and never both. Thread-safe.
 */
public final class AttemptTimeout {
  /** What has become of the attempt. */
  public enum State {
    /** Its head is awaited. */
    OPEN,
    /** The head came first: the attempt is not timed any more. */
    HEAD,
    /** The attempt ended first, without a head. */
    OVER,
    /** The time ran out first: what the client reports of the attempt does not count. */
    EXPIRED
  }

  /**
   * Changes once, from {@link State#OPEN}. It is a field because adapters read it in places where a
   * method of Redial's must not fail (rule 1.4).
   */
  public final AtomicReference<State> state = new AtomicReference<>(State.OPEN);

  private volatile Future<?> pending;

  /**
   * Starts the clock, unless it is running.
   *
   * @param nanos {@link RetryPolicy#UNLIMITED} for no limit
   * @param abort ends the attempt; it is run on the timer's thread and so must be quick
   */
  public void start(Timer timer, long nanos, Runnable abort) {
    if (nanos != RetryPolicy.UNLIMITED && pending == null) {
      pending = timer.limit(nanos, () -> expire(abort));
    }
  }

  /** The same where ending the attempt can run the application's code. */
  public void startOffTimer(Timer timer, long nanos, Runnable abort) {
    if (nanos != RetryPolicy.UNLIMITED && pending == null) {
      pending = timer.limit(nanos, () -> timer.start(() -> expire(abort)));
    }
  }

  /**
   * The head that arrived is held back until the first byte of the body comes (rule 10.6): the
   * attempt goes on, and the clock with it.
   *
   * @param nanos how much is left; {@link RetryPolicy#UNLIMITED} for no limit
   * @param abort ends the attempt; it may run the application's code
   */
  public void goOn(Timer timer, long nanos, Runnable abort) {
    stop();
    pending = null;
    state.compareAndSet(State.HEAD, State.OPEN);
    startOffTimer(timer, Math.max(0, nanos), abort);
  }

  private void expire(Runnable abort) {
    if (state.compareAndSet(State.OPEN, State.EXPIRED)) {
      abort.run();
    }
  }

  /** The head arrived; false if it had arrived before, or the attempt has ended. */
  public boolean takeHead() {
    return state.compareAndSet(State.OPEN, State.HEAD);
  }

  /** The attempt ends without a head; false if the head had arrived, or the attempt has ended. */
  public boolean end() {
    return state.compareAndSet(State.OPEN, State.OVER);
  }

  /** Whether the time ran out before the head came. */
  public boolean isExpired() {
    return state.get() == State.EXPIRED;
  }

  /** Stops the clock. */
  public void stop() {
    Future<?> running = pending;
    if (running != null) {
      running.cancel(false);
    }
  }
}

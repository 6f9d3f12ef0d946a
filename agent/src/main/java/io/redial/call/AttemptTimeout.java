package io.redial.call;

import io.redial.policy.RetryPolicy;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The clock of {@code per-try-timeout} for one attempt (rule 2.5). Either the head of a response
 * arrives first or the time runs out first, never both. It is its own state, which leaves {@link
 * State#OPEN} only once, because adapters also read that where a method of Redial, which could
 * fail, must not be called (rule 1.4). Thread-safe.
 */
@SuppressWarnings("serial") // Nobody writes it.
public final class AttemptTimeout extends AtomicReference<AttemptTimeout.State> {
  /** The state of the attempt. */
  public enum State {
    /** The head is still awaited. */
    OPEN,
    /** The head arrived first: the attempt is no longer timed. */
    HEAD,
    /** The attempt ended first, without a head. */
    OVER,
    /** The time ran out first: what the client reports about the attempt is ignored. */
    EXPIRED
  }

  private volatile Future<?> pending;

  /** Whether the clock was stopped, perhaps before the thread that starts it came to that. */
  private volatile boolean stopped;

  /** Creates the clock of an attempt that has not begun. */
  public AttemptTimeout() {
    super(State.OPEN);
  }

  /**
   * Starts the clock, unless it is running or was stopped.
   *
   * @param nanos the time limit; {@link RetryPolicy#UNLIMITED} for none
   * @param abort ends the attempt; it runs on the timer's thread and so must be quick
   */
  public void start(Timer timer, long nanos, Runnable abort) {
    if (nanos != RetryPolicy.UNLIMITED && pending == null) {
      begin(timer.limit(nanos, () -> expire(abort)));
    }
  }

  /**
   * Starts the clock like {@link #start}, but for an {@code abort} that may run the application's
   * code. It does not run on the timer's thread if there is another one.
   */
  public void startOffTimer(Timer timer, long nanos, Runnable abort) {
    if (nanos != RetryPolicy.UNLIMITED && pending == null) {
      begin(timer.limit(nanos, () -> timer.start(() -> expire(abort))));
    }
  }

  /** The timer holds the attempt until then, so nothing of it may be left there. */
  private void begin(Future<?> running) {
    pending = running;
    if (stopped) {
      stop();
    }
  }

  private void expire(Runnable abort) {
    if (compareAndSet(State.OPEN, State.EXPIRED)) {
      abort.run();
    }
  }

  /**
   * Records that the head has arrived. Returns false if it had arrived before, or if the attempt
   * has ended.
   */
  public boolean takeHead() {
    return compareAndSet(State.OPEN, State.HEAD);
  }

  /**
   * Records that the attempt has ended without a head. Returns false if the head had arrived, or if
   * the attempt had ended before.
   */
  public boolean end() {
    return compareAndSet(State.OPEN, State.OVER);
  }

  /** Returns whether the time ran out before the head arrived. */
  public boolean isExpired() {
    return get() == State.EXPIRED;
  }

  /** Stops the clock, which does not start any more if it was not running yet. */
  public void stop() {
    stopped = true;
    Future<?> running = pending;
    if (running != null) {
      running.cancel(false);
    }
  }
}

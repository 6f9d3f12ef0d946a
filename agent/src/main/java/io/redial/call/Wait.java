package io.redial.call;

import io.redial.policy.Decision;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The time between two attempts of a call, which others can see, hurry or end (rules 5.4, 11.2).
 * Thread-safe.
 */
public final class Wait {
  /** What ended a wait. */
  public enum End {
    /** The time has elapsed: the next attempt is due. */
    ELAPSED,
    /** An operator hurried it: the next attempt is made now. */
    HURRIED,
    /** An operator, {@code enabled=false} or an orderly shutdown ended it: the call surrenders. */
    STOPPED,
    /**
     * The client was closed or the request aborted: the next attempt gets the client's exception.
     */
    CLOSED,
    /**
     * Nobody wants the outcome any more, because the application's future is done or the caller was
     * interrupted.
     */
    ABANDONED
  }

  private final ObservedCall call;
  private final Decision decision;
  private final long dueNanos;
  private final AtomicReference<End> end = new AtomicReference<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Runnable continuation;

  Wait(ObservedCall call, Decision decision, long dueNanos) {
    this.call = call;
    this.decision = decision;
    this.dueNanos = dueNanos;
  }

  /** The call that waits. */
  public ObservedCall call() {
    return call;
  }

  /** Returns the decision to retry that is waited for. */
  public Decision decision() {
    return decision;
  }

  /** When the next attempt is due, in the clock's monotonic nanoseconds. */
  public long dueNanos() {
    return dueNanos;
  }

  /** Ends the wait. Returns false if it had already ended. */
  public boolean end(End how) {
    if (!end.compareAndSet(null, how)) {
      return false;
    }
    ended.countDown();
    Runnable next = continuation;
    if (next != null) {
      next.run();
    }
    return true;
  }

  /** Returns what ended the wait, or null while it lasts. */
  public End ended() {
    return end.get();
  }

  /**
   * Blocks until the wait ends, which it does by itself after the given number of nanoseconds.
   *
   * @throws InterruptedException if the caller is interrupted, which ends the wait
   */
  End await(Timer timer, long nanos) throws InterruptedException {
    try {
      if (!timer.await(ended, nanos)) {
        end(End.ELAPSED);
      }
    } catch (InterruptedException e) {
      end(End.ABANDONED);
      throw e;
    }
    return end.get();
  }

  /**
   * Runs {@code next} once, when the wait ends, on the thread that ends it, or now if it has
   * already ended.
   *
   * @param otherwise run if {@code next} fails
   */
  void onEnd(Runnable next, Runnable otherwise) {
    Runnable once = new GuardedTask(next, otherwise);
    continuation = once;
    if (end.get() != null) {
      once.run();
    }
  }
}

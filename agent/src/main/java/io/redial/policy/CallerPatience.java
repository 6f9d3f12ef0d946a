package io.redial.policy;

import io.redial.policy.rate.Clock;
import java.util.concurrent.TimeUnit;

/**
 * How long the callers of one host and route wait for an outcome, as their cancellations have shown
 * (rule 5.7). Redial cannot see a caller's own timeout ({@code orTimeout}, {@code get(2, SECONDS)},
 * a timer that aborts the request) before it strikes. When {@value #LESSON} waits in a row were
 * cancelled by the application, waits that would end later than these are refused, so that the
 * caller gets the response that there is instead of its own timeout. All times are measured from
 * the start of a call.
 *
 * <p>A wait that ended before any of the cancelled ones says nothing about longer ones and changes
 * nothing. Thread-safe; as long as nothing was cancelled, reading costs one volatile read.
 */
public final class CallerPatience {
  /** The number of waits in a row that have to be cancelled. */
  static final int LESSON = 3;

  static final long MEMORY_NANOS = TimeUnit.MINUTES.toNanos(10);
  static final long PROBE_INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Clock clock;

  /** Whether any wait was cancelled that is not forgotten yet. */
  private volatile boolean taught;

  // Guarded by this.
  private final long[] cancelledAfter = new long[LESSON]; // The latest ones, at the end.
  private int inARow;
  private long latestNanos;
  private long probeNanos;

  CallerPatience(Clock clock) {
    this.clock = clock;
  }

  /**
   * Called when the application has cancelled a wait.
   *
   * @param elapsedNanos from the start of the call until then
   */
  public synchronized void cancelled(long elapsedNanos) {
    long now = clock.nanos();
    if (isOld(now)) {
      inARow = 0;
    }
    System.arraycopy(cancelledAfter, 1, cancelledAfter, 0, LESSON - 1);
    cancelledAfter[LESSON - 1] = elapsedNanos;
    inARow = Math.min(LESSON, inARow + 1);
    latestNanos = now;
    probeNanos = now;
    taught = true;
  }

  /**
   * Called when a wait was not cancelled and a retry follows. Forgets cancellations that came
   * sooner after the start of their calls: the callers are more patient than these suggest.
   *
   * @param elapsedNanos from the start of the call to the end of the wait
   */
  public void endedWell(long elapsedNanos) {
    if (!taught) {
      return;
    }
    synchronized (this) {
      for (int i = LESSON - inARow; i < LESSON; i++) {
        if (elapsedNanos > cancelledAfter[i]) {
          forget();
          return;
        }
      }
    }
  }

  /**
   * Returns whether a wait is refused because its caller would cancel it. Once a minute, such a
   * wait is let through to find out whether that is still so.
   *
   * @param endNanos from the start of the call to the planned end of the wait
   */
  public boolean refuses(long endNanos) {
    if (!taught) {
      return false;
    }
    synchronized (this) {
      long now = clock.nanos();
      if (!isExceededBy(endNanos, now)) {
        return false;
      }
      if (now - probeNanos < PROBE_INTERVAL_NANOS) {
        return true;
      }
      probeNanos = now;
      return false;
    }
  }

  /** Returns whether the callers would cancel such a wait, without using up the probe. */
  public boolean isExceededBy(long endNanos) {
    if (!taught) {
      return false;
    }
    synchronized (this) {
      return isExceededBy(endNanos, clock.nanos());
    }
  }

  private boolean isExceededBy(long endNanos, long now) {
    if (isOld(now)) {
      forget();
    }
    if (inARow < LESSON) {
      return false;
    }
    for (long elapsed : cancelledAfter) {
      if (endNanos <= elapsed) {
        return false;
      }
    }
    return true;
  }

  private boolean isOld(long now) {
    return inARow > 0 && now - latestNanos >= MEMORY_NANOS;
  }

  private void forget() {
    inARow = 0;
    taught = false;
  }
}

package io.redial.control;

import static io.redial.control.log.RedialLogger.LOG;

import io.redial.call.ObservedCall;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Lets ten lines a second through and counts the rest. Thread-safe. */
final class LineRate {
  private static final int MAX = 10;

  private final AtomicLong second = new AtomicLong(Long.MIN_VALUE);
  private final AtomicLong lines = new AtomicLong();
  private final AtomicLong leftOut = new AtomicLong();

  /**
   * Logs a line at level {@code info}, unless there were ten within this second.
   *
   * @param call the call that it is about, or null
   */
  void info(long nanos, ObservedCall call, String text) {
    if (LOG.isInfoEnabled() && allows(nanos)) {
      LOG.info("{}", text + leftOut(), call);
    }
  }

  boolean allows(long nanos) {
    long now = TimeUnit.NANOSECONDS.toSeconds(nanos);
    if (second.getAndSet(now) != now) {
      lines.set(0);
    }
    boolean allowed = lines.incrementAndGet() <= MAX;
    if (!allowed) {
      leftOut.incrementAndGet();
    }
    return allowed;
  }

  /**
   * Returns a note for the end of a line that says how many lines were left out before it; empty if
   * none were.
   */
  String leftOut() {
    long count = leftOut.getAndSet(0);
    return count == 0 ? "" : " (" + count + " such lines left out)";
  }
}

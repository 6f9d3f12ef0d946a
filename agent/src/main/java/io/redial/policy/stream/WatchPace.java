package io.redial.policy.stream;

import io.redial.policy.rate.Clock;
import java.util.concurrent.TimeUnit;

/** Computes when a watch may be restarted (rule 10.4). */
final class WatchPace {
  /** The least time from one start to the next, however long the watch lasted. */
  private static final long BETWEEN_STARTS_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A shorter watch is suspect: a server can answer a stale version with an empty 200 for ever. */
  private static final long SHORT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Clock clock;
  private long startedAt;
  private long failedAt;
  private long failedForNanos;

  WatchPace(Clock clock) {
    this.clock = clock;
    starts();
    failed(0);
  }

  void starts() {
    startedAt = clock.nanos();
  }

  /** Called when the server asks not to have the watch restarted for that many seconds. */
  void failed(long seconds) {
    failedAt = clock.nanos();
    failedForNanos = TimeUnit.SECONDS.toNanos(seconds);
  }

  /** Returns whether the watch that ends now lasted less than 2 s. */
  boolean wasShort() {
    return clock.nanos() - startedAt < SHORT_NANOS;
  }

  long leastWaitNanos() {
    long now = clock.nanos();
    long sinceStart = BETWEEN_STARTS_NANOS - (now - startedAt);
    long sinceFailure = failedForNanos - (now - failedAt);
    return Math.max(0, Math.max(sinceStart, sinceFailure));
  }
}

package io.redial.policy.stream;

import io.redial.policy.rate.Clock;
import java.util.concurrent.TimeUnit;

/** When a watch may be begun again (rule 10.4). */
final class WatchPace {
  /** From one start to the next, however long the watch lasted. */
  private static final long BETWEEN_STARTS_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A server can answer a stale version with an empty 200 for ever. */
  private static final long SHORT_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Clock clock;
  private long startedAt;
  private long failedAt;
  private long failedForNanos;

  WatchPace(Clock clock) {
    this.clock = clock;
    starts();
  }

  void starts() {
    startedAt = clock.nanos();
  }

  /** The server wants the watch not to be begun again for so long. */
  void failed(long seconds) {
    failedAt = clock.nanos();
    failedForNanos = TimeUnit.SECONDS.toNanos(seconds);
  }

  /** Whether the watch that ends now began only a moment ago. */
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

package io.redial.control;

import io.redial.control.log.LogSink;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Logs when a host's retry budget runs out, and when it has recovered: after ten seconds without a
 * refusal, when the budget itself grants its full share again (rule 5.5). Each is a single line,
 * however many retries are refused. Thread-safe.
 */
final class BudgetWatch {
  static final long RECOVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * The most hosts that are watched at once. Nothing is logged of others; their refusals are
   * counted all the same.
   */
  private static final int MAX_HOSTS = 1_000;

  private final ConcurrentMap<String, Shortage> shortages = new ConcurrentHashMap<>();
  private final LineRate lines = new LineRate();
  private final LongSupplier clock;
  private final Later later;

  /** Runs tasks after a delay in nanoseconds. */
  interface Later {
    void after(long nanos, Runnable task);
  }

  BudgetWatch(LongSupplier clock, Later later) {
    this.clock = clock;
    this.later = later;
  }

  /** The time during which a host's budget is used up. */
  private static final class Shortage {
    final long sinceNanos;
    final AtomicLong refused = new AtomicLong();
    volatile long lastNanos;

    Shortage(long nanos) {
      sinceNanos = nanos;
      lastNanos = nanos;
    }
  }

  /** Called when the budget of a host has refused a retry. */
  void refused(String host, Object budget) {
    long now = clock.getAsLong();
    Shortage known = shortages.get(host);
    if (known == null && shortages.size() < MAX_HOSTS) {
      Shortage begun = new Shortage(now);
      known = shortages.putIfAbsent(host, begun);
      if (known == null) {
        known = begun;
        say(host, "the retry budget (" + budget + ") is used up; further retries are refused");
        lookAfter(RECOVERY_NANOS, host, begun);
      }
    }
    if (known != null) {
      known.refused.incrementAndGet();
      known.lastNanos = now;
    }
  }

  private void lookAfter(long nanos, String host, Shortage shortage) {
    later.after(nanos, () -> look(host, shortage));
  }

  private void look(String host, Shortage shortage) {
    long quiet = clock.getAsLong() - shortage.lastNanos;
    if (quiet < RECOVERY_NANOS) {
      lookAfter(RECOVERY_NANOS - quiet, host, shortage);
      return;
    }
    shortages.remove(host, shortage);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(shortage.lastNanos - shortage.sinceNanos);
    say(
        host,
        "the retry budget has recovered; it refused "
            + shortage.refused
            + (shortage.refused.get() == 1 ? " retry" : " retries")
            + (seconds == 0 ? "" : " within " + seconds + " s"));
  }

  private void say(String host, String text) {
    LogSink log = LogSink.current();
    if (log.writes(LogSink.INFO) && lines.allows(clock.getAsLong())) {
      log.line(LogSink.INFO, host + ": " + text + lines.leftOut());
    }
  }
}

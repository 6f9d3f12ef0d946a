package io.redial.control;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Logs when a limit begins to refuse retries, and when that is over: after ten seconds without a
 * refusal, when a budget grants its full share again (rules 4.7 and 5.5). Each is a single line,
 * however many retries are refused. Thread-safe.
 */
final class RefusalWatch {
  static final long RECOVERY_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * The most hosts whose limits are watched at once. Nothing is logged of others; their refusals
   * are counted all the same.
   */
  private static final int MAX_HOSTS = 1_000;

  private final ConcurrentMap<String, Shortage> shortages = new ConcurrentHashMap<>();
  private final LineRate lines = new LineRate();
  private final String recovered;
  private final LongSupplier clock;
  private final Later later;

  /** Runs tasks after a delay in nanoseconds. */
  interface Later {
    void after(long nanos, Runnable task);
  }

  /**
   * Creates a watch for limits of one kind.
   *
   * @param recovered what to log when refusals are over
   */
  RefusalWatch(String recovered, LongSupplier clock, Later later) {
    this.recovered = recovered;
    this.clock = clock;
    this.later = later;
  }

  /** The time during which a limit refuses retries. */
  private static final class Shortage {
    final long sinceNanos;
    final AtomicLong refused = new AtomicLong();
    volatile long lastNanos;

    Shortage(long nanos) {
      sinceNanos = nanos;
      lastNanos = nanos;
    }
  }

  /**
   * Called when a limit has refused a retry.
   *
   * @param limited the host that the limit is for, or the limit's name
   * @param reason what to log if this is the first refusal
   */
  void refused(String limited, Supplier<String> reason) {
    long now = clock.getAsLong();
    Shortage known = shortages.get(limited);
    if (known == null && shortages.size() < MAX_HOSTS) {
      Shortage begun = new Shortage(now);
      known = shortages.putIfAbsent(limited, begun);
      if (known == null) {
        known = begun;
        say(limited, reason.get() + "; further retries are refused");
        inspectAfter(RECOVERY_NANOS, limited, begun);
      }
    }
    if (known != null) {
      known.refused.incrementAndGet();
      known.lastNanos = now;
    }
  }

  private void inspectAfter(long nanos, String limited, Shortage shortage) {
    later.after(nanos, () -> inspect(limited, shortage));
  }

  private void inspect(String limited, Shortage shortage) {
    long quiet = clock.getAsLong() - shortage.lastNanos;
    if (quiet < RECOVERY_NANOS) {
      inspectAfter(RECOVERY_NANOS - quiet, limited, shortage);
      return;
    }
    shortages.remove(limited, shortage);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(shortage.lastNanos - shortage.sinceNanos);
    say(
        limited,
        recovered
            + "; it refused "
            + shortage.refused
            + (shortage.refused.get() == 1 ? " retry" : " retries")
            + (seconds == 0 ? "" : " within " + seconds + " s"));
  }

  private void say(String limited, String text) {
    lines.info(clock.getAsLong(), null, limited + ": " + text);
  }
}

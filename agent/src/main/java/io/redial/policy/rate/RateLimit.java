package io.redial.policy.rate;

/**
 * A token bucket that says how long each attempt has to wait (rule 4.5): up to {@code burst} at
 * once, {@code qps} a second in the long run.
 *
 * <p>The arithmetic is that of Go's {@code golang.org/x/time/rate} (Limiter.Reserve): every
 * reservation takes a token, even one that is not available yet, so that later reservations queue
 * up behind it. A reservation that is not used is lost, which errs on the side of sending less.
 * Thread-safe; the lock is held for a few additions.
 */
public final class RateLimit {
  /** Returned by {@link #reserve(long)} if the wait would be too long. */
  public static final long TOO_LONG = -1;

  private final double qps;
  private final int burst;
  private final Clock clock;

  // Guarded by this.
  private double tokens;
  private long last;

  /**
   * Creates a full bucket.
   *
   * @param qps tokens added per second, above 0 and finite
   * @param burst the most tokens that the bucket holds, 1 or more
   * @throws IllegalArgumentException if a number is out of range
   */
  public RateLimit(double qps, int burst, Clock clock) {
    check(qps, burst);
    this.qps = qps;
    this.burst = burst;
    this.clock = clock;
    this.tokens = burst;
    this.last = clock.nanos();
  }

  static void check(double qps, int burst) {
    if (!(qps > 0) || Double.isInfinite(qps)) {
      throw new IllegalArgumentException("bucket: QPS must be above 0, not " + qps);
    }
    if (burst < 1) {
      throw new IllegalArgumentException("bucket: BURST must be 1 or more, not " + burst);
    }
  }

  /** Takes a token and returns how many nanoseconds the attempt has to wait for it, 0 or more. */
  public long reserve() {
    return reserve(Long.MAX_VALUE);
  }

  /**
   * Takes a token if the wait for it is no longer than {@code maxNanos}; otherwise takes nothing.
   *
   * @param maxNanos the longest useful wait in nanoseconds, e.g. the time left until a deadline
   * @return nanoseconds, or {@link #TOO_LONG}
   */
  public synchronized long reserve(long maxNanos) {
    long now = clock.nanos();
    tokens = refilled(now);
    last = now - last > 0 ? now : last; // No time counts twice if the clock steps back.
    long wait = nanosUntil(tokens - 1);
    if (wait > maxNanos) {
      return TOO_LONG;
    }
    tokens--;
    return wait;
  }

  private double refilled(long now) {
    long elapsed = Math.max(0, now - last);
    // Counting whole seconds separately keeps the rounding error small after a long idle time.
    long seconds = elapsed / 1_000_000_000L;
    long rest = elapsed % 1_000_000_000L;
    double gained = seconds * qps + rest * qps / 1e9;
    return Math.min(burst, tokens + gained);
  }

  private long nanosUntil(double balance) {
    return balance >= 0 ? 0 : (long) (1e9 * (-balance / qps));
  }
}

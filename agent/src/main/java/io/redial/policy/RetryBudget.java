package io.redial.policy;

import io.redial.policy.rate.Clock;

/**
 * Keeps retries from multiplying the load on a host that is in trouble (rule 5.5): in any ten
 * seconds, it grants at most {@code RATIO * calls + FLOOR * 10} retries.
 *
 * <p>At {@code rate} calls a second, the host thus gets at most {@code 1 + RATIO + FLOOR / rate}
 * times that load. FLOOR holds for the window, not for each second: a service that has just
 * started, or makes one call a minute, may use {@code FLOOR * 10} retries at once (Finagle and
 * Linkerd do the same).
 *
 * <p>Unused budget may be spent at once, because that is what short disturbances need. After a
 * refusal, the budget grants no more than a tenth of the window's total in each second, until ten
 * seconds have passed without a refusal. Otherwise the retries of a long outage would come in
 * waves, because retries that were granted together also leave the window together, and the last
 * wave would meet a server that has just recovered.
 *
 * <p>Time is counted in whole seconds, rounded so that the bound holds for every ten seconds: a
 * retry is counted for 10 to 11 s after it was granted, a call for 9 to 10 s.
 *
 * <p>Thread-safe. {@link #call} is lock-free and allocates nothing; the other methods, needed only
 * after a failure, hold a lock for a few additions.
 */
public final class RetryBudget {
  /** Returned by {@link #tryRetry} if the budget is used up. */
  public static final long REFUSED = -1;

  private static final int WINDOW_SECONDS = 10;
  // In floating point, 0.29 * 100 and the like may fall short of the exact whole number by this.
  private static final double ROUNDING = 1e-9;

  private final double ratio;
  private final double floor;
  private final Clock clock;
  private final long origin;
  private final CallsPerSecond calls = new CallsPerSecond();

  // The retries granted in second s are at index s % length. Guarded by this.
  private final long[] retries = new long[WINDOW_SECONDS + 1];
  private long newest;
  private long refused = -2 * WINDOW_SECONDS;

  RetryBudget(double ratio, double floorPerSecond, Clock clock) {
    this.ratio = ratio;
    this.floor = floorPerSecond * WINDOW_SECONDS;
    this.clock = clock;
    this.origin = clock.nanos();
  }

  /**
   * Counts a call when its first attempt begins. A first attempt is never refused.
   *
   * @param nanos a reading of the clock
   */
  public void call(long nanos) {
    calls.count(second(nanos));
  }

  /**
   * Takes one retry from the budget, if there is one.
   *
   * @return a receipt for {@link #giveBack}, 0 or more, or {@link #REFUSED}
   */
  public synchronized long tryRetry() {
    long second = advance();
    double allowed = allowed(second);
    if (sum() + 1 > allowed || retries[slot(second)] + 1 > ofOneSecond(second, allowed)) {
      refused = second;
      return REFUSED;
    }
    retries[slot(second)]++;
    return second;
  }

  /** Returns how many retries in a row would be granted at this moment; 0 or more. */
  public synchronized long left() {
    long second = advance();
    double allowed = allowed(second);
    double now = ofOneSecond(second, allowed) - retries[slot(second)];
    return Math.max(0, (long) Math.floor(Math.min(allowed - sum(), now)));
  }

  private double allowed(long second) {
    return ratio * calls.sum(second, WINDOW_SECONDS) + floor + ROUNDING;
  }

  /** Returns how many of the retries that the whole window allows may be granted in this second. */
  private double ofOneSecond(long second, double allowed) {
    boolean wasRefused = second - refused <= WINDOW_SECONDS;
    return wasRefused ? Math.ceil((allowed - ROUNDING) / WINDOW_SECONDS) : allowed;
  }

  /**
   * Gives back a retry that was granted but not made. Must be called at most once for each. Does
   * nothing if the retry has left the window in the meantime.
   *
   * @param receipt what {@link #tryRetry} returned
   */
  public synchronized void giveBack(long receipt) {
    boolean inWindow = receipt != REFUSED && receipt > advance() - retries.length;
    if (inWindow && retries[slot(receipt)] > 0) {
      retries[slot(receipt)]--;
    }
  }

  /** Clears the slots of the seconds since the last call of this method, and returns the newest. */
  private long advance() {
    long second = second(clock.nanos());
    long stale = Math.min(second - newest, retries.length);
    for (long i = 0; i < stale; i++) {
      retries[slot(second - i)] = 0;
    }
    newest = Math.max(newest, second);
    return newest;
  }

  private long sum() {
    long sum = 0;
    for (long count : retries) {
      sum += count;
    }
    return sum;
  }

  private int slot(long second) {
    return (int) (second % retries.length);
  }

  private long second(long nanos) {
    return Math.max(0, nanos - origin) / 1_000_000_000L;
  }
}

package io.redial.policy;

import io.redial.policy.rate.Clock;

/**
 * Keeps retries from multiplying the load on a host that is in trouble (rule 5.5): in any ten
 * seconds, at most {@code RATIO * calls + FLOOR * 10} retries.
 *
 * <p>At {@code rate} calls a second the host thus gets at most {@code 1 + RATIO + FLOOR / rate}
 * times that load. FLOOR is owed for the window, not for each second: a service that has just
 * started, or makes one call a minute, may use {@code FLOOR * 10} retries at once (Finagle and
 * Linkerd do the same).
 *
 * <p>A budget that was saved up may be spent at once: that is what hiccups need. Once it had to
 * refuse, it hands out no more than a tenth of the ten seconds' worth in each second, until ten
 * seconds went by without a refusal. Otherwise the retries of a long outage would come in waves,
 * because those that were granted together also leave the window together, and the last wave would
 * meet a server that has just recovered.
 *
 * <p>Time is counted in whole seconds, rounded so that the bound holds for every ten seconds:
 * retries weigh for 10 to 11 s from when they are granted, calls earn for 9 to 10 s.
 *
 * <p>Thread-safe. {@link #call} is lock-free and allocates nothing; the others, needed only when
 * something failed, hold a lock for a few additions.
 */
public final class RetryBudget {
  /** What {@link #tryRetry} answers if the budget is used up. */
  public static final long REFUSED = -1;

  /** Grants everything. */
  public static final RetryBudget UNLIMITED = new RetryBudget();

  private static final int WINDOW_SECONDS = 10;
  // What a sum of products such as 0.29 * 100 may fall short of the whole number that is meant.
  private static final double ROUNDING = 1e-9;

  private final double ratio;
  private final double floor;
  private final Clock clock;
  private final long origin;
  private final CallsPerSecond calls = new CallsPerSecond();

  // Retries of second s are at s % length. Guarded by this.
  private final long[] retries = new long[WINDOW_SECONDS + 1];
  private long newest;
  private long refused = -2 * WINDOW_SECONDS;

  private RetryBudget() {
    this.ratio = 0;
    this.floor = 0;
    this.clock = null;
    this.origin = 0;
  }

  RetryBudget(double ratio, double floorPerSecond, Clock clock) {
    this.ratio = ratio;
    this.floor = floorPerSecond * WINDOW_SECONDS;
    this.clock = clock;
    this.origin = clock.nanos();
  }

  /** Counts a call as its first attempt begins; that is never refused. */
  public void call() {
    if (clock != null) {
      calls.count(second());
    }
  }

  /**
   * Takes one retry from the budget, if there is one.
   *
   * @return a receipt for {@link #giveBack}, 0 or more, or {@link #REFUSED}
   */
  public long tryRetry() {
    if (clock == null) {
      return 0;
    }
    synchronized (this) {
      long second = advance();
      double allowed = allowed(second);
      if (sum() + 1 > allowed || retries[slot(second)] + 1 > ofOneSecond(second, allowed)) {
        refused = second;
        return REFUSED;
      }
      retries[slot(second)]++;
      return second;
    }
  }

  /** How many retries it would grant at this moment, one after the other; 0 or more. */
  public long left() {
    if (clock == null) {
      return Long.MAX_VALUE;
    }
    synchronized (this) {
      long second = advance();
      double allowed = allowed(second);
      double now = ofOneSecond(second, allowed) - retries[slot(second)];
      return Math.max(0, (long) Math.floor(Math.min(allowed - sum(), now)));
    }
  }

  private double allowed(long second) {
    return ratio * calls.sum(second, WINDOW_SECONDS) + floor + ROUNDING;
  }

  /** What may be granted in this second of what the whole window allows. */
  private double ofOneSecond(long second, double allowed) {
    boolean wasRefused = second - refused <= WINDOW_SECONDS;
    return wasRefused ? Math.ceil((allowed - ROUNDING) / WINDOW_SECONDS) : allowed;
  }

  /**
   * Returns a retry that was taken and then not made. To be called at most once for each; one that
   * left the window in the meantime no longer weighs, and nothing happens.
   *
   * @param receipt what {@link #tryRetry} answered
   */
  public void giveBack(long receipt) {
    if (clock == null || receipt == REFUSED) {
      return;
    }
    synchronized (this) {
      boolean inWindow = receipt > advance() - retries.length;
      if (inWindow && retries[slot(receipt)] > 0) {
        retries[slot(receipt)]--;
      }
    }
  }

  /** Empties the slots of the seconds that began since the last time, and answers the newest. */
  private long advance() {
    long second = second();
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

  private long second() {
    return Math.max(0, clock.nanos() - origin) / 1_000_000_000L;
  }
}

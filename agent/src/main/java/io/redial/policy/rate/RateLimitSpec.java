package io.redial.policy.rate;

/** The value of option {@code rate-limit}: {@code bucket:QPS:BURST} or {@code off}. Immutable. */
public final class RateLimitSpec {
  private static final RateLimitSpec OFF = new RateLimitSpec(Double.POSITIVE_INFINITY, 0);

  private final double qps;
  private final int burst;

  private RateLimitSpec(double qps, int burst) {
    this.qps = qps;
    this.burst = burst;
  }

  /** Returns the value {@code off}, the default: every attempt may be sent at once. */
  public static RateLimitSpec off() {
    return OFF;
  }

  /**
   * Returns a token bucket for each host.
   *
   * @param qps attempts per second, above 0 and finite
   * @param burst attempts at once, 1 or more
   * @throws IllegalArgumentException if a number is out of range
   */
  public static RateLimitSpec bucket(double qps, int burst) {
    RateLimit.check(qps, burst);
    return new RateLimitSpec(qps, burst);
  }

  /** Returns whether attempts are not limited. */
  public boolean isOff() {
    return burst == 0;
  }

  /** Creates a full bucket of that size. Must not be called if it is off. */
  public RateLimit create(Clock clock) {
    return new RateLimit(qps, burst, clock);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RateLimitSpec
        && Double.compare(((RateLimitSpec) other).qps, qps) == 0
        && ((RateLimitSpec) other).burst == burst;
  }

  @Override
  public int hashCode() {
    return 31 * Double.hashCode(qps) + burst;
  }

  /** Returns the option's own syntax, e.g. {@code bucket:10:100}. */
  @Override
  public String toString() {
    return isOff() ? "off" : "bucket:" + DecimalText.of(qps) + ":" + burst;
  }
}

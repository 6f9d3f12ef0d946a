package io.redial.policy;

import io.redial.policy.rate.Clock;
import io.redial.policy.rate.DecimalText;

/** The value of option {@code budget}: {@code RATIO:FLOOR} or {@code off}. Immutable. */
public final class BudgetSpec {
  private static final BudgetSpec OFF = new BudgetSpec(Double.POSITIVE_INFINITY, 0);

  private final double ratio;
  private final double floorPerSecond;

  private BudgetSpec(double ratio, double floorPerSecond) {
    this.ratio = ratio;
    this.floorPerSecond = floorPerSecond;
  }

  /** Returns the value {@code off}: every retry may be made. */
  public static BudgetSpec off() {
    return OFF;
  }

  /**
   * Returns a budget that limits retries to a share of the calls, plus a fixed rate.
   *
   * @param ratio retries per call, 0 or more and finite: 0.2 is {@code 20%}
   * @param floorPerSecond retries per second that are granted without any calls, 0 or more and
   *     finite
   * @throws IllegalArgumentException if a number is out of range
   */
  public static BudgetSpec of(double ratio, double floorPerSecond) {
    check("RATIO", ratio);
    check("FLOOR", floorPerSecond);
    // Adding 0 turns -0 into 0, so that equal budgets are equal.
    return new BudgetSpec(ratio + 0.0, floorPerSecond + 0.0);
  }

  private static void check(String name, double number) {
    if (!(number >= 0) || Double.isInfinite(number)) {
      throw new IllegalArgumentException("budget: " + name + " must be 0 or more, not " + number);
    }
  }

  /** Returns whether retries are not limited. */
  public boolean isOff() {
    return Double.isInfinite(ratio);
  }

  /** Creates a budget that starts now, without calls. */
  public RetryBudget create(Clock clock) {
    return new RetryBudget(ratio, floorPerSecond, clock);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BudgetSpec
        && Double.compare(((BudgetSpec) other).ratio, ratio) == 0
        && Double.compare(((BudgetSpec) other).floorPerSecond, floorPerSecond) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Double.hashCode(ratio) + Double.hashCode(floorPerSecond);
  }

  /** Returns the option's own syntax, e.g. {@code 20%:2}. */
  @Override
  public String toString() {
    return isOff() ? "off" : DecimalText.percent(ratio) + ":" + DecimalText.of(floorPerSecond);
  }
}

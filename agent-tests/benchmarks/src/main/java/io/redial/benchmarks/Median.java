package io.redial.benchmarks;

import java.util.Collection;
import java.util.List;

/**
 * The middle of a row of measurements, and how far from it half of them lie (the median absolute
 * deviation), which a few disturbed ones do not move.
 */
public record Median(double value, double deviation) {
  /** Of at least one measurement. */
  public static Median of(Collection<Double> measurements) {
    double middle = middle(measurements);
    return new Median(
        middle, middle(measurements.stream().map(one -> Math.abs(one - middle)).toList()));
  }

  /** The difference, with what both deviate. */
  public Median minus(Median other) {
    return new Median(value - other.value, Math.hypot(deviation, other.deviation));
  }

  private static double middle(Collection<Double> measurements) {
    List<Double> sorted = measurements.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}

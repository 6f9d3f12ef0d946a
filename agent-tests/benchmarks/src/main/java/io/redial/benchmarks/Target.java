package io.redial.benchmarks;

import java.util.Locale;

/**
 * How much something may cost.
 *
 * @param format how its values are printed
 */
public record Target(double most, String format) {
  /** What a table says of a measured value. */
  public String verdict(double measured) {
    return String.format(Locale.ROOT, "<= " + format, most) + (met(measured) ? " met" : " MISSED");
  }

  /** Whether the value is within it. */
  public boolean met(double measured) {
    return measured <= most;
  }
}

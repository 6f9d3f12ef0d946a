package io.redial.policy.rate;

import java.math.BigDecimal;

/**
 * Formats numbers as options write them: {@code 10}, {@code 0.5}, {@code 20%}; never with an
 * exponent.
 */
public final class DecimalText {
  private DecimalText() {}

  /** Returns the number without trailing zeros. */
  public static String of(double number) {
    return plain(BigDecimal.valueOf(number));
  }

  /** Returns a ratio as a percentage, e.g. {@code 20%} for 0.2. */
  public static String percent(double ratio) {
    return plain(BigDecimal.valueOf(ratio).movePointRight(2)) + "%";
  }

  private static String plain(BigDecimal number) {
    // Early updates of Java 8 print a zero with its scale, even after stripTrailingZeros.
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}

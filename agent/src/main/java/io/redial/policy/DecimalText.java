package io.redial.policy;

import java.math.BigDecimal;

/** Numbers as options write them: {@code 10}, {@code 0.5}, {@code 20%}; never with an exponent. */
final class DecimalText {
  private DecimalText() {}

  static String of(double number) {
    return plain(BigDecimal.valueOf(number));
  }

  static String percent(double ratio) {
    return plain(BigDecimal.valueOf(ratio).movePointRight(2)) + "%";
  }

  private static String plain(BigDecimal number) {
    // Java 8 prints a zero with its scale even after stripTrailingZeros in early updates.
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}

package io.redial.policy;

/** Reads whole numbers as HTTP and JSON write them: nothing but ASCII digits. */
public final class Digits {
  private Digits() {}

  /**
   * Returns the number, -1 if the text is empty or has anything but digits, or {@link
   * Long#MAX_VALUE} if the number does not fit.
   */
  public static long number(String text) {
    long number = text.isEmpty() ? -1 : 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      boolean fits = number <= (Long.MAX_VALUE - digit) / 10;
      number = fits ? number * 10 + digit : Long.MAX_VALUE;
    }
    return number;
  }
}

package io.redial.config;

import io.redial.policy.RetryPolicy;

/**
 * The syntax of single values: numbers, durations, sizes, shares, names. Every parser either
 * returns a result or throws {@link BadValue}, takes time linear in the text, and never overflows.
 */
final class Syntax {
  static final String FLAG = "true, false";
  static final String COUNT = "a whole number, 0 or more; none for no limit";
  static final String DURATION_OR_NONE =
      "a duration such as 250ms, 10s, 5m, 1h, 1d or PT1.5S; none for no limit";
  static final String SIZE = "a size such as 512B, 64KiB, 1MiB or 1GiB";
  static final String HEADER = "a header name, or none";

  /** Numbers with more digits than a double can distinguish are a typo. */
  private static final int MAX_DIGITS = 15;

  static final int LONGEST_NAME = 256;

  private Syntax() {}

  static boolean flag(String text) throws BadValue {
    return "true".equals(oneOf(text, "true", "false"));
  }

  /** Returns the text, which must be one of the words. */
  static String oneOf(String text, String... words) throws BadValue {
    for (String word : words) {
      if (word.equals(text)) {
        return word;
      }
    }
    throw new BadValue(null, SpellingSuggestion.of(text, words));
  }

  static boolean isNone(String text) {
    return "none".equals(text);
  }

  /** Parses a whole number from {@code least} to {@link Integer#MAX_VALUE}. */
  static int count(String text, int least) throws BadValue {
    long number = whole(text);
    if (number < least) {
      throw new BadValue("less than " + least, null);
    }
    if (number > Integer.MAX_VALUE) {
      throw new BadValue("more than " + Integer.MAX_VALUE, null);
    }
    return (int) number;
  }

  static int countOrNone(String text) throws BadValue {
    return isNone(text) ? Integer.MAX_VALUE : count(text, 0);
  }

  /** Parses a number of digits only; one that does not fit in a long is {@link Long#MAX_VALUE}. */
  static long whole(String text) throws BadValue {
    if (digits(text, 0) != text.length() || text.isEmpty()) {
      throw new BadValue();
    }
    return whole(text, 0, text.length());
  }

  private static long whole(String text, int from, int to) {
    long number = 0;
    for (int i = from; i < to; i++) {
      number = plus(times(number, 10), text.charAt(i) - '0');
    }
    return number;
  }

  /** Returns the index at which the digits that begin at {@code from} end. */
  static int digits(String text, int from) {
    int i = from;
    while (i < text.length() && isDigit(text.charAt(i))) {
      i++;
    }
    return i;
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Multiplies numbers of 0 or more; returns {@link Long#MAX_VALUE} instead of overflowing. */
  static long times(long a, long b) {
    return a != 0 && b > Long.MAX_VALUE / a ? Long.MAX_VALUE : a * b;
  }

  /** Adds numbers of 0 or more; returns {@link Long#MAX_VALUE} instead of overflowing. */
  static long plus(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  /** Parses a number with or without decimals, but without sign or exponent. */
  static double decimal(String text) throws BadValue {
    int point = digits(text, 0);
    int end = point;
    if (point > 0 && point < text.length() && text.charAt(point) == '.') {
      end = digits(text, point + 1);
    }
    if (end != text.length() || end == 0 || end == point + 1) {
      throw new BadValue();
    }
    if (end > MAX_DIGITS) {
      throw new BadValue("too many digits", null);
    }
    double divisor = 1;
    for (int i = point + 1; i < end; i++) {
      divisor *= 10;
    }
    long fraction = point == end ? 0 : whole(text, point + 1, end);
    return (whole(text, 0, point) * divisor + fraction) / divisor;
  }

  /** Parses a percentage and returns it as a share: {@code 20%} is 0.2. */
  static double percent(String text) throws BadValue {
    if (!text.endsWith("%")) {
      throw new BadValue(
          null, digits(text, 0) == text.length() && !text.isEmpty() ? text + "%" : null);
    }
    return decimal(text.substring(0, text.length() - 1)) / 100;
  }

  static double share(String text) throws BadValue {
    double share = percent(text);
    if (share > 1) {
      throw new BadValue("more than 100%", null);
    }
    return share;
  }

  /** Parses a duration and returns it in nanoseconds, or {@link RetryPolicy#UNLIMITED}. */
  static long nanosOrNone(String text) throws BadValue {
    return isNone(text) ? RetryPolicy.UNLIMITED : DurationSyntax.nanos(text);
  }

  /** Parses a size and returns it in bytes. */
  static long bytes(String text) throws BadValue {
    int unit = digits(text, 0);
    if (unit == 0) {
      throw new BadValue();
    }
    long number = whole(text, 0, unit);
    long bytes = times(number, unitBytes(text, unit, number));
    if (bytes == Long.MAX_VALUE) {
      throw new BadValue("too large", null);
    }
    return bytes;
  }

  private static long unitBytes(String text, int unit, long number) throws BadValue {
    switch (text.substring(unit)) {
      case "B":
        return 1;
      case "KiB":
        return 1L << 10;
      case "MiB":
        return 1L << 20;
      case "GiB":
        return 1L << 30;
      case "":
        if (number == 0) {
          return 1;
        }
        throw new BadValue("a unit is missing", text + "B");
      default:
        String digits = text.substring(0, unit);
        throw new BadValue(null, suggestedSize(digits, text.charAt(unit)));
    }
  }

  private static String suggestedSize(String digits, char unit) {
    switch (unit) {
      case 'b':
        return digits + "B";
      case 'k':
      case 'K':
        return digits + "KiB";
      case 'm':
      case 'M':
        return digits + "MiB";
      case 'g':
      case 'G':
        return digits + "GiB";
      default:
        return null;
    }
  }

  /** Parses a header name; returns null for {@code none}. */
  static String headerOrNone(String text) throws BadValue {
    return isNone(text) ? null : token(text);
  }

  /** Checks a header name or method, which must be a token (RFC 9110 §5.6.2). */
  static String token(String text) throws BadValue {
    if (text.isEmpty()) {
      throw new BadValue();
    }
    if (text.length() > LONGEST_NAME) {
      throw new BadValue("longer than " + LONGEST_NAME + " characters", null);
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && !isDigit(c) && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
        throw new BadValue();
      }
    }
    return text;
  }

  /** Returns whether neither people nor programs can take a text for more than one line. */
  static boolean isOneLine(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
        return false;
      }
    }
    return true;
  }

  /** Converts ASCII letters to lower case, in the same way for every locale. */
  static String lowerCase(String ascii) {
    StringBuilder lower = new StringBuilder(ascii.length());
    for (int i = 0; i < ascii.length(); i++) {
      char c = ascii.charAt(i);
      lower.append(c >= 'A' && c <= 'Z' ? (char) (c + 32) : c);
    }
    return lower.toString();
  }

  /** Converts ASCII letters to upper case, in the same way for every locale. */
  static String upperCase(String token) {
    StringBuilder upper = new StringBuilder(token.length());
    for (int i = 0; i < token.length(); i++) {
      char c = token.charAt(i);
      upper.append(c >= 'a' && c <= 'z' ? (char) (c - 32) : c);
    }
    return upper.toString();
  }
}

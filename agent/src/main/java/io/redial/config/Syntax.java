package io.redial.config;

import io.redial.policy.Digits;
import io.redial.policy.RetryPolicy;
import java.util.Arrays;
import java.util.List;

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

  /** The powers of 1,024, from 0 on. */
  private static final List<String> SIZE_UNITS = Arrays.asList("B", "KiB", "MiB", "GiB");

  private Syntax() {}

  /** Returns the text, which must be one of the words. */
  static String oneOf(String text, List<String> words) throws BadValue {
    if (!words.contains(text)) {
      throw new BadValue(null, SpellingSuggestion.of(text, words));
    }
    return text;
  }

  static boolean isNone(String text) {
    return "none".equals(text);
  }

  /** Parses a whole number from {@code least} to {@link Integer#MAX_VALUE}. */
  static int count(String text, int least) throws BadValue {
    long number = whole(text);
    BadValue.throwIf(number < least, "less than " + least);
    BadValue.throwIf(number > Integer.MAX_VALUE, "more than " + Integer.MAX_VALUE);
    return (int) number;
  }

  static int countOrNone(String text) throws BadValue {
    return isNone(text) ? Integer.MAX_VALUE : count(text, 0);
  }

  /** Parses a number of digits only; one that does not fit in a long is {@link Long#MAX_VALUE}. */
  static long whole(String text) throws BadValue {
    long number = Digits.number(text);
    BadValue.throwIf(number < 0);
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

  /** Returns whether this is an ASCII letter or digit. */
  static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c);
  }

  /** Parses a number with or without decimals, but without sign or exponent. */
  static double decimal(String text) throws BadValue {
    int point = digits(text, 0);
    int end = point;
    if (point > 0 && point < text.length() && text.charAt(point) == '.') {
      end = digits(text, point + 1);
    }
    BadValue.throwIf(end != text.length() || end == 0 || end == point + 1);
    BadValue.throwIf(end > MAX_DIGITS, "too many digits");
    return Double.parseDouble(text);
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
    BadValue.throwIf(share > 1, "more than 100%");
    return share;
  }

  /** Parses a duration and returns it in nanoseconds, or {@link RetryPolicy#UNLIMITED}. */
  static long nanosOrNone(String text) throws BadValue {
    return isNone(text) ? RetryPolicy.UNLIMITED : DurationSyntax.nanos(text);
  }

  /** Parses a size and returns it in bytes. */
  static long bytes(String text) throws BadValue {
    int end = digits(text, 0);
    long number = whole(text.substring(0, end));
    String unit = text.substring(end);
    int power = number == 0 && unit.isEmpty() ? 0 : SIZE_UNITS.indexOf(unit);
    if (power < 0) {
      throw unit.isEmpty()
          ? new BadValue("a unit is missing", text + "B")
          : new BadValue(null, suggestedSize(text.substring(0, end), unit.charAt(0)));
    }
    int shift = 10 * power;
    // Long.MAX_VALUE itself stands for a number of any size.
    BadValue.throwIf(number > (Long.MAX_VALUE - 1) >> shift, "too large");
    return number << shift;
  }

  private static String suggestedSize(String digits, char unit) {
    int power = "bkmg".indexOf(Character.toLowerCase(unit));
    return power < 0 ? null : digits + SIZE_UNITS.get(power);
  }

  /** Parses a header name; returns null for {@code none}. */
  static String headerOrNone(String text) throws BadValue {
    return isNone(text) ? null : token(text);
  }

  /** Checks a header name or method, which must be a token (RFC 9110 §5.6.2). */
  static String token(String text) throws BadValue {
    BadValue.throwIf(text.isEmpty());
    BadValue.throwIf(text.length() > LONGEST_NAME, "longer than " + LONGEST_NAME + " characters");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      BadValue.throwIf(!isLetterOrDigit(c) && "!#$%&'*+-.^_`|~".indexOf(c) < 0);
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
}

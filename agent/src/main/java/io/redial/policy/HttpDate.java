package io.redial.policy;

/**
 * Parses the three forms of HTTP-date (RFC 9110 §5.6.7): IMF-fixdate, RFC 850 and asctime.
 *
 * <pre>
 * Sun, 06 Nov 1994 08:49:37 GMT
 * Sunday, 06-Nov-94 08:49:37 GMT
 * Sun Nov  6 08:49:37 1994
 * </pre>
 *
 * <p>Parses with a cursor over fixed positions instead of {@code DateTimeFormatter}: no locale, no
 * exceptions, no backtracking, and no class of {@code java.time} is loaded into a program that does
 * not use it.
 */
public final class HttpDate {
  /** The text is none of the three forms. */
  public static final long INVALID = Long.MIN_VALUE;

  private static final String[] DAYS = {
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"
  };

  /** Slightly more than the longest of the three forms. A server may send a megabyte. */
  private static final int LONGEST = 64;

  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

  private final String text;
  private int at;
  private boolean valid = true;

  private HttpDate(String text) {
    this.text = text;
  }

  /**
   * Returns the seconds since 1970, or {@link #INVALID}.
   *
   * @param nowSeconds the current time, which decides the century of a two-digit year: the date is
   *     at most 50 years ahead
   */
  public static long epochSeconds(String text, long nowSeconds) {
    return text.length() > LONGEST ? INVALID : new HttpDate(text.trim()).parse(nowSeconds);
  }

  private long parse(long nowSeconds) {
    boolean longDay = dayName();
    int day;
    int month;
    int year;
    int time;
    if (!longDay && peek() == ' ') {
      expect(" ");
      month = month();
      expect(" ");
      day = peek() == ' ' ? number(1, 1) : number(0, 2);
      expect(" ");
      time = time();
      expect(" ");
      year = number(0, 4);
    } else {
      expect(", ");
      day = number(0, 2);
      expect(longDay ? "-" : " ");
      month = month();
      expect(longDay ? "-" : " ");
      year = number(0, longDay ? 2 : 4);
      expect(" ");
      time = time();
      expect(" GMT");
      year = longDay ? fullYear(year, month, day, time, nowSeconds) : year;
    }
    if (!valid || at != text.length() || day < 1 || day > daysIn(month, year)) {
      return INVALID;
    }
    return epochSeconds(year, month, day, time);
  }

  /** Skips the name of the day, and returns whether it is the long name of the RFC 850 form. */
  private boolean dayName() {
    for (String name : DAYS) {
      if (text.startsWith(name)) {
        at = name.length();
        return true;
      }
    }
    for (String name : DAYS) {
      if (text.startsWith(name.substring(0, 3))) {
        at = 3;
        return false;
      }
    }
    valid = false;
    return false;
  }

  private int month() {
    if (at + 3 > text.length()) {
      valid = false;
      return 1;
    }
    int index = MONTHS.indexOf(text.substring(at, at + 3));
    at += 3;
    if (index < 0 || index % 3 != 0) {
      valid = false;
      return 1;
    }
    return index / 3 + 1;
  }

  private int time() {
    int hour = number(0, 2);
    expect(":");
    int minute = number(0, 2);
    expect(":");
    int second = number(0, 2);
    // 60 is a leap second.
    valid &= hour < 24 && minute < 60 && second <= 60;
    return hour * 3600 + minute * 60 + second;
  }

  /** Skips {@code spaces} characters, and reads a number of exactly {@code digits} digits. */
  private int number(int spaces, int digits) {
    at += spaces;
    if (at + digits > text.length()) {
      valid = false;
      return 0;
    }
    int value = 0;
    for (int end = at + digits; at < end; at++) {
      char c = text.charAt(at);
      valid &= c >= '0' && c <= '9';
      value = value * 10 + (c - '0');
    }
    return value;
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private void expect(String literal) {
    valid &= text.startsWith(literal, at);
    at += literal.length();
  }

  /**
   * Returns the latest year that ends in those digits and does not put the date more than 50 years
   * ahead of now (RFC 9110 §5.6.7). It may be in the next century: on the last day of 2099, {@code
   * 01-Jan-00} is in 2100.
   */
  private static int fullYear(int twoDigits, int month, int day, int time, long nowSeconds) {
    int thisYear = yearOf(nowSeconds);
    int year = thisYear + 50 - Math.floorMod(thisYear + 50 - twoDigits, 100);
    boolean isAhead =
        year == thisYear + 50 && epochSeconds(thisYear, month, day, time) > nowSeconds;
    return isAhead ? year - 100 : year;
  }

  private static int yearOf(long epochSeconds) {
    int year = (int) (1970 + Math.floorDiv(epochSeconds, 31_556_952L));
    if (epochSeconds(year + 1, 1, 1, 0) <= epochSeconds) {
      return year + 1;
    }
    return epochSeconds(year, 1, 1, 0) > epochSeconds ? year - 1 : year;
  }

  private static long epochSeconds(int year, int month, int day, int time) {
    return epochDay(year, month, day) * 86_400L + time;
  }

  private static int daysIn(int month, int year) {
    if (month == 2) {
      return isLeap(year) ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  private static boolean isLeap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  /** Returns the days since 1970-01-01 in the proleptic Gregorian calendar. */
  private static long epochDay(int year, int month, int day) {
    long before = year - 1L;
    long days = before * 365 + before / 4 - before / 100 + before / 400;
    for (int m = 1; m < month; m++) {
      days += daysIn(m, year);
    }
    return days + day - 1 - 719_162;
  }
}

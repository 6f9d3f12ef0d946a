package io.redial.policy;

import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/**
 * Parses the three forms of HTTP-date (RFC 9110 §5.6.7): IMF-fixdate, RFC 850 and asctime.
 *
 * <pre>
 * Sun, 06 Nov 1994 08:49:37 GMT
 * Sunday, 06-Nov-94 08:49:37 GMT
 * Sun Nov  6 08:49:37 1994
 * </pre>
 *
 * <p>Whether the day of the week fits the date is not checked, and a second may be a leap second:
 * so the fields are taken before they are resolved.
 */
public final class HttpDate {
  /** The text is none of the three forms. */
  public static final long INVALID = Long.MIN_VALUE;

  /** Slightly more than the longest of the three forms. A server may send a megabyte. */
  private static final int LONGEST = 64;

  private static final long LEAP_SECOND = 60;

  private static final DateTimeFormatter IMF_FIXDATE = form("EEE, dd MMM ", 4, " HH:mm:ss 'GMT'");
  private static final DateTimeFormatter RFC_850 = form("EEEE, dd-MMM-", 2, " HH:mm:ss 'GMT'");
  private static final DateTimeFormatter ASCTIME = form("EEE MMM ppd HH:mm:ss ", 4, "");

  private HttpDate() {}

  private static DateTimeFormatter form(String beforeYear, int digitsOfYear, String afterYear) {
    return new DateTimeFormatterBuilder()
        .appendPattern(beforeYear)
        .appendValue(ChronoField.YEAR, digitsOfYear)
        .appendPattern(afterYear)
        .toFormatter(Locale.US);
  }

  /**
   * Returns the seconds since 1970, or {@link #INVALID}.
   *
   * @param nowSeconds the current time, which decides the century of a two-digit year: the date is
   *     at most 50 years ahead
   */
  public static long epochSeconds(String text, long nowSeconds) {
    if (text.length() > LONGEST) {
      return INVALID;
    }
    String date = text.trim();
    try {
      LocalDateTime time = fourDigitYear(IMF_FIXDATE, date);
      time = time != null ? time : twoDigitYear(date, nowSeconds);
      time = time != null ? time : fourDigitYear(ASCTIME, date);
      return time == null ? INVALID : time.toEpochSecond(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      return INVALID; // A field is out of its range.
    }
  }

  private static LocalDateTime fourDigitYear(DateTimeFormatter form, String date) {
    TemporalAccessor fields = fields(form, date);
    return fields == null ? null : time(fields, fields.get(ChronoField.YEAR));
  }

  /**
   * Takes the latest year that ends in those digits and does not put the date more than 50 years
   * ahead of now (RFC 9110 §5.6.7). It may be in the next century: on the last day of 2099, {@code
   * 01-Jan-00} is in 2100.
   */
  private static LocalDateTime twoDigitYear(String date, long nowSeconds) {
    TemporalAccessor fields = fields(RFC_850, date);
    if (fields == null) {
      return null;
    }
    LocalDateTime latest = LocalDateTime.ofEpochSecond(nowSeconds, 0, ZoneOffset.UTC).plusYears(50);
    int century = latest.getYear() - Math.floorMod(latest.getYear(), 100);
    int year = century + fields.get(ChronoField.YEAR);
    boolean isAhead = year > latest.getYear() || time(fields, year).isAfter(latest);
    return time(fields, isAhead ? year - 100 : year);
  }

  /** Returns the fields of a date in this form, or null if it has another. */
  private static TemporalAccessor fields(DateTimeFormatter form, String date) {
    ParsePosition end = new ParsePosition(0);
    TemporalAccessor fields = form.parseUnresolved(date, end);
    return end.getIndex() == date.length() ? fields : null;
  }

  private static LocalDateTime time(TemporalAccessor fields, int year) {
    long second = fields.getLong(ChronoField.SECOND_OF_MINUTE);
    if (second > LEAP_SECOND) {
      throw new DateTimeException("not a second: " + second);
    }
    return LocalDateTime.of(
            year,
            fields.get(ChronoField.MONTH_OF_YEAR),
            fields.get(ChronoField.DAY_OF_MONTH),
            fields.get(ChronoField.HOUR_OF_DAY),
            fields.get(ChronoField.MINUTE_OF_HOUR))
        .plusSeconds(second);
  }
}

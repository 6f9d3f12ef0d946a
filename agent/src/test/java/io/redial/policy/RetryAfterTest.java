package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.rate.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules 3.1 to 3.4. */
class RetryAfterTest {
  private static final long NOW_SECONDS = 784_111_777; // 1994-11-06T08:49:37Z

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "' 120 ', 120", "'\t7', 7", "0000000000000000000000012, 12"})
  @Rule("3.1")
  void readsSeconds(String line, long seconds) {
    assertThat(hint(line)).isEqualTo(TimeUnit.SECONDS.toNanos(seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "-1", "+1", "1.5", "1s", "1,2", "1 2", "\u0661", "\u00a05", "0x1", "never"
      })
  @Rule("3.2")
  void takesNothingElseForSeconds(String line) {
    assertThat(hint(line)).isEqualTo(RetryAfter.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"31536001", "9999999999", "99999999999999999999999999999999"})
  @Rule("3.2")
  void callsMoreThanAYearTooLong(String line) {
    assertThat(hint(line)).isEqualTo(RetryAfter.TOO_LONG);
  }

  @Test
  @Rule("3.2")
  void takesAYear() {
    assertThat(hint("31536000")).isEqualTo(TimeUnit.DAYS.toNanos(365));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:42 GMT",
        "Sunday, 06-Nov-94 08:49:42 GMT",
        "Sun Nov  6 08:49:42 1994"
      })
  @Rule("3.1")
  void readsAllThreeFormsOfADate(String date) {
    assertThat(hint(date)).isEqualTo(TimeUnit.SECONDS.toNanos(5));
  }

  @Test
  @Rule("3.1")
  void measuresADateAgainstTheResponsesOwnClock() {
    Fields fields =
        new Fields()
            .add("Date", "Tue, 03 Jan 2040 10:00:00 GMT")
            .add("Retry-After", "Tue, 03 Jan 2040 10:00:30 GMT");
    assertThat(RetryAfter.nanos(fields, clock(0))).isEqualTo(TimeUnit.SECONDS.toNanos(30));
  }

  @Test
  @Rule("3.1")
  void findsTheCenturyByTheResponsesOwnClock() {
    Fields fields =
        new Fields()
            .add("Date", "Sat, 21 Nov 2099 08:00:00 GMT")
            .add("Retry-After", "Saturday, 21-Nov-99 08:00:30 GMT");
    assertThat(RetryAfter.nanos(fields, clock(0))).isEqualTo(TimeUnit.SECONDS.toNanos(30));
  }

  @Test
  @Rule("3.1")
  void takesAPastDateForNow() {
    assertThat(hint("Sat, 05 Nov 1994 08:49:37 GMT")).isZero();
  }

  @Test
  @Rule("3.4")
  void neverRoundsADateDown() {
    Fields fields = new Fields().add("Retry-After", "Sun, 06 Nov 1994 08:49:39 GMT");
    assertThat(RetryAfter.nanos(fields, clock(1))).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1999));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT trailing",
        "sun, 06 nov 1994 08:49:37 gmt",
        "Sun Nov 6 08:49:37 1994",
        "06 Nov 1994 08:49:37 GMT"
      })
  @Rule("3.2")
  void takesNothingElseForADate(String date) {
    assertThat(hint(date)).isEqualTo(RetryAfter.NONE);
  }

  @Test
  @Rule("3.1")
  void placesTwoDigitYearsAtMostFiftyYearsAhead() {
    long in2026 = epoch(2026, 1, 1);
    assertThat(HttpDate.epochSeconds("Monday, 06-Nov-75 08:49:37 GMT", in2026))
        .isEqualTo(epoch(2075, 11, 6));
    assertThat(HttpDate.epochSeconds("Monday, 06-Nov-76 08:49:37 GMT", in2026))
        .isEqualTo(epoch(1976, 11, 6));
  }

  @Test
  @Rule("3.4")
  void findsTheNextCenturyOnTheLastDayOfThisOne() {
    Fields fields =
        new Fields()
            .add("Date", "Thu, 31 Dec 2099 23:59:50 GMT")
            .add("Retry-After", "Friday, 01-Jan-00 00:00:20 GMT");
    assertThat(RetryAfter.nanos(fields, clock(0))).isEqualTo(TimeUnit.SECONDS.toNanos(30));
  }

  /** RFC 9110 §5.6.7, with the JDK's calendar for a witness. */
  @Property(tries = 5000)
  @Rule("3.1")
  void aTwoDigitYearIsTheLatestThatIsNotMoreThanFiftyYearsAhead(
      @ForAll @LongRange(min = 0, max = 9_000_000_000L) long now,
      @ForAll @LongRange(min = 0, max = 9_000_000_000L) long date) {
    ZonedDateTime ahead = ZonedDateTime.ofInstant(Instant.ofEpochSecond(now), ZoneOffset.UTC);
    ahead = ahead.plusYears(50);
    ZonedDateTime expected = ZonedDateTime.ofInstant(Instant.ofEpochSecond(date), ZoneOffset.UTC);
    String text =
        DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.US).format(expected);
    Assume.that(expected.getDayOfMonth() < 29); // Not a day that only some of the years have.
    while (expected.isAfter(ahead)) {
      expected = expected.minusYears(100);
    }
    while (!expected.plusYears(100).isAfter(ahead)) {
      expected = expected.plusYears(100);
    }
    assertThat(HttpDate.epochSeconds(text, now)).isEqualTo(expected.toEpochSecond());
  }

  @Test
  @Timeout(20)
  @Rule("3.3")
  void takesNoLongerForEachOfManyLines() {
    String megabyte = "\u0001".repeat(1 << 20);
    int[] asked = new int[1];
    HeaderFields fields =
        name -> {
          if (name.equals("Date")) {
            asked[0]++;
            return List.of(megabyte);
          }
          return Collections.nCopies(100_000, "Sun, 06 Nov 1994 08:49:39 GMT");
        };

    assertThat(RetryAfter.nanos(fields, clock(0))).isEqualTo(TimeUnit.SECONDS.toNanos(2));
    assertThat(asked[0]).isEqualTo(1);
  }

  @Test
  @Rule("3.3")
  void takesTheLongestValidLine() {
    Fields fields =
        new Fields()
            .add("Retry-After", "3")
            .add("retry-after", "nonsense")
            .add("Retry-After", "7")
            .add("Retry-After", "5");
    assertThat(RetryAfter.nanos(fields, clock(0))).isEqualTo(TimeUnit.SECONDS.toNanos(7));
  }

  @Property(tries = 5000)
  @Rule("3.3")
  void neverThrowsWhateverAServerSends(@ForAll String line, @ForAll("nearly") String near) {
    for (String text : new String[] {line, near}) {
      long nanos = hint(text);
      assertThat(nanos).isGreaterThanOrEqualTo(RetryAfter.NONE);
    }
  }

  @Provide
  Arbitrary<String> nearly() {
    return Arbitraries.of(
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "31536000")
        .flatMap(
            text ->
                Arbitraries.integers()
                    .between(0, text.length() - 1)
                    .flatMap(
                        at ->
                            Arbitraries.chars()
                                .map(c -> text.substring(0, at) + c + text.substring(at + 1))));
  }

  @Property(tries = 2000)
  @Rule("3.1")
  void readsEveryDateAsTheJdkDoes(
      @ForAll @LongRange(min = -2_000_000_000L, max = 60_000_000_000L) long seconds) {
    ZonedDateTime time =
        ZonedDateTime.ofInstant(java.time.Instant.ofEpochSecond(seconds), ZoneOffset.UTC);
    String text =
        DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US).format(time);
    assertThat(HttpDate.epochSeconds(text, 0)).isEqualTo(seconds);
  }

  private static long epoch(int year, int month, int day) {
    return ZonedDateTime.of(year, month, day, 8, 49, 37, 0, ZoneOffset.UTC).toEpochSecond();
  }

  private static long hint(String line) {
    return RetryAfter.nanos(new Fields().add("Retry-After", line), clock(0));
  }

  private static Clock clock(long millisPast) {
    return new Clock() {
      @Override
      public long nanos() {
        return 0;
      }

      @Override
      public long wallMillis() {
        return NOW_SECONDS * 1000 + millisPast;
      }
    };
  }
}

package io.redial.policy;

import io.redial.policy.rate.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Parses a response's {@code Retry-After} (RFC 9110 §10.2.3; rules 3.1 to 3.4).
 *
 * <p>Reads each line once from left to right and never throws, whatever a server sends.
 */
final class RetryAfter {
  /** There is no usable {@code Retry-After}. */
  static final long NONE = -1;

  /** The server asks for more than {@link #LONGEST_SECONDS}: no call waits that long. */
  static final long TOO_LONG = Long.MAX_VALUE;

  private static final long LONGEST_SECONDS = TimeUnit.DAYS.toSeconds(365);

  private final HeaderFields headers;
  private final Clock clock;
  private boolean dateRead;
  private long serverNow;

  private RetryAfter(HeaderFields headers, Clock clock) {
    this.headers = headers;
    this.clock = clock;
  }

  /**
   * Returns the longest valid hint of a response.
   *
   * @return nanoseconds, {@link #NONE} or {@link #TOO_LONG}
   */
  static long nanos(HeaderFields headers, Clock clock) {
    List<String> lines = headers.all("Retry-After");
    return lines.isEmpty() ? NONE : new RetryAfter(headers, clock).longest(lines);
  }

  private long longest(List<String> lines) {
    long longest = NONE;
    for (String line : lines) {
      longest = Math.max(longest, lineNanos(line));
    }
    return longest;
  }

  private long lineNanos(String line) {
    if (line == null) {
      return NONE;
    }
    String value = line.trim();
    long seconds = Digits.number(value);
    return seconds < 0 ? untilDate(value) : nanosOf(seconds);
  }

  private long untilDate(String text) {
    long nowSeconds = clock.wallMillis() / 1000;
    boolean serverHasClock = serverNow(nowSeconds) != HttpDate.INVALID;
    long at = HttpDate.epochSeconds(text, serverHasClock ? serverNow : nowSeconds);
    if (at == HttpDate.INVALID) {
      return NONE;
    }
    if (serverHasClock) {
      return nanosOf(Math.max(0, at - serverNow));
    }
    // Milliseconds of Redial's own clock, so that rounding never shortens the wait (rule 3.4).
    long millis = TimeUnit.SECONDS.toMillis(at) - clock.wallMillis();
    return millis > TimeUnit.SECONDS.toMillis(LONGEST_SECONDS)
        ? TOO_LONG
        : TimeUnit.MILLISECONDS.toNanos(Math.max(0, millis));
  }

  /**
   * Returns the time in the response's {@code Date}, or {@link HttpDate#INVALID}. The field is
   * parsed only once, however many {@code Retry-After} lines there are.
   */
  private long serverNow(long nowSeconds) {
    if (!dateRead) {
      dateRead = true;
      String date = headers.first("Date");
      serverNow = date == null ? HttpDate.INVALID : HttpDate.epochSeconds(date, nowSeconds);
    }
    return serverNow;
  }

  private static long nanosOf(long seconds) {
    return seconds > LONGEST_SECONDS ? TOO_LONG : TimeUnit.SECONDS.toNanos(seconds);
  }
}

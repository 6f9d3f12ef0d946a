package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Whatever a server sends: no decision throws, and none sends a retry too early (rules 2 and 3).
 */
class ServerHeadersFuzzTest {
  private static final BigInteger LONGEST = BigInteger.valueOf(TimeUnit.DAYS.toSeconds(365));
  private static final Pattern SECONDS = Pattern.compile("[ \t]*([0-9]+)[ \t]*");

  record Line(String name, String value) {}

  @Provide
  Arbitrary<List<Line>> heads() {
    Arbitrary<String> names =
        Arbitraries.of(
            "Retry-After",
            "retry-after",
            "Date",
            "x-should-retry",
            "grpc-retry-pushback-ms",
            "x-envoy-overloaded",
            "x-envoy-ratelimited",
            "X-Kubernetes-Ready");
    return Combinators.combine(names, values()).as(Line::new).list().ofMaxSize(12);
  }

  private static Arbitrary<String> values() {
    Arbitrary<String> dates =
        Arbitraries.of(
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
            "Fri, 31 Dec 9999 23:59:60 GMT",
            "Sat, 01 Jan 0000 00:00:00 GMT");
    return Arbitraries.oneOf(
        dates,
        dates.flatMap(ServerHeadersFuzzTest::changed),
        Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(25),
        Arbitraries.strings().withChars("0123456789 \t-+.:,").ofMaxLength(12),
        Arbitraries.of("false", "FALSE ", "true", "-1", " -0", "0", ""),
        Arbitraries.strings().ofMaxLength(40));
  }

  private static Arbitrary<String> changed(String text) {
    return Combinators.combine(
            Arbitraries.integers().between(0, text.length() - 1), Arbitraries.chars())
        .as((at, c) -> text.substring(0, at) + c + text.substring(at + 1));
  }

  private static Fields fields(List<Line> head) {
    Fields fields = new Fields();
    head.forEach(line -> fields.add(line.name(), line.value()));
    return fields;
  }

  @Property
  void everyHeadIsDecidedAndNoRetryIsTooEarly(
      @ForAll("heads") List<Line> head, @ForAll int status) {
    int close = 400 + Math.floorMod(status, 200);
    for (int its : new int[] {status, close}) {
      ManualClock clock = new ManualClock();
      FakeCall call = new FakeCall("GET");
      RetryPolicy policy = new RetryPolicy.Builder().build();
      Fields fields = fields(head);

      Decision decision = call.after(Outcome.response(its, fields), policy, clock, most -> 0);

      long hint = RetryAfter.nanos(fields, clock);
      if (decision.retries()) {
        assertThat(hint).isNotEqualTo(RetryAfter.NONE).isNotEqualTo(RetryAfter.TOO_LONG);
        assertThat(decision.waitNanos()).isGreaterThanOrEqualTo(hint).isNotNegative();
        assertThat(firstOf("x-should-retry", head).strip()).isNotEqualTo("false");
        assertThat(firstOf("grpc-retry-pushback-ms", head)).doesNotStartWith("-");
      }
      assertThat(policy.concerns(its) || !decision.retries()).isTrue();
    }
  }

  private static String firstOf(String name, List<Line> head) {
    return head.stream()
        .filter(line -> line.name().equals(name))
        .map(Line::value)
        .findFirst()
        .orElse("");
  }

  /** Digits of any number are read as they are: arbitrary precision is the witness. */
  @Property
  void readsSecondsAsTheyAreWritten(@ForAll("seconds") String text) {
    ManualClock clock = new ManualClock();
    long nanos = RetryAfter.nanos(new Fields().add("Retry-After", text), clock);
    Matcher seconds = SECONDS.matcher(text);
    if (!seconds.matches()) {
      assertThat(nanos).isEqualTo(RetryAfter.NONE);
      return;
    }
    BigInteger number = new BigInteger(seconds.group(1));
    assertThat(nanos)
        .isEqualTo(
            number.compareTo(LONGEST) > 0
                ? RetryAfter.TOO_LONG
                : TimeUnit.SECONDS.toNanos(number.longValue()));
  }

  @Provide
  Arbitrary<String> seconds() {
    return Arbitraries.oneOf(
        Arbitraries.strings().withChars("0123456789 \t").ofMaxLength(30),
        Arbitraries.longs().between(31_535_990, 31_536_010).map(String::valueOf),
        Arbitraries.strings().withChars("0123456789\u0661\u00a0-+.").ofMaxLength(10));
  }

  @Property
  void theLongestOfManyLinesCounts(@ForAll("manyLines") List<String> lines) {
    ManualClock clock = new ManualClock();
    Fields all = new Fields();
    long longest = RetryAfter.NONE;
    for (String line : lines) {
      all.add("Retry-After", line);
      longest = Math.max(longest, RetryAfter.nanos(new Fields().add("Retry-After", line), clock));
    }

    assertThat(RetryAfter.nanos(all, clock)).isEqualTo(longest);
  }

  @Provide
  Arbitrary<List<String>> manyLines() {
    return values().list().ofMaxSize(200);
  }
}

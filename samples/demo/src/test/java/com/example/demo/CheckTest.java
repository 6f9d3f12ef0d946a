package com.example.demo;

import static com.example.demo.Row.Expected.FAILS;
import static com.example.demo.Row.Expected.after;
import static com.example.demo.Row.Expected.once;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.failing.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CheckTest {
  private static final Row RETRIED =
      new Row("r", "GET", "get", "/", once("503"), after(2, "200").atLeastApart(1));
  private static final Row FAILED = new Row("f", "POST", "post", "/", once(FAILS), once(FAILS));

  @Test
  void findsNothingWrongWithACallThatWentAsItShould() {
    assertThat(Check.faults(RETRIED, answer("503", at(0)), answer("200", at(0, 1000)))).isEmpty();
  }

  @Test
  void findsARetryThatCameBeforeItsHint() {
    assertThat(Check.faults(RETRIED, answer("503", at(0)), answer("200", at(0, 999))))
        .singleElement()
        .asString()
        .contains("PT0.999S");
  }

  @Test
  void findsAnotherOutcomeAndAnotherNumberOfAttempts() {
    assertThat(Check.faults(RETRIED, answer("503", at(0)), answer("503", at(0)))).hasSize(2);
  }

  @Test
  void findsAttemptsThatSentDifferentBytes() {
    List<Attempt> attempts =
        Arrays.asList(at(0).get(0), new Attempt(Instant.ofEpochMilli(1000), "GET", "/", "other"));

    assertThat(Check.faults(RETRIED, answer("503", at(0)), answer("200", attempts)))
        .singleElement()
        .asString()
        .contains("different bytes");
  }

  @Test
  void findsAnExceptionThatReadsDifferentlyWithTheAgent() {
    Observed reset = answer("java.io.IOException", at(0));
    Observed other = new Observed("java.io.IOException", Duration.ZERO, "other", at(0));

    assertThat(Check.faults(FAILED, reset, reset)).isEmpty();
    assertThat(Check.faults(FAILED, reset, other)).hasSize(1);
  }

  private static Observed answer(String outcome, List<Attempt> attempts) {
    return new Observed(outcome, Duration.ZERO, "detail", attempts);
  }

  private static List<Attempt> at(int... millis) {
    return IntStream.of(millis)
        .mapToObj(at -> new Attempt(Instant.ofEpochMilli(at), "GET", "/", "body"))
        .toList();
  }
}

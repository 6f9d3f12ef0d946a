package io.redial.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.policy.NoRetryReason;
import io.redial.policy.backoff.Cause;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class UnitsTest {
  private static final long MILLI = 1_000_000;

  @ParameterizedTest
  @CsvSource({
    "0, 0 ms",
    "1, 1 ms",
    "999, 999 ms",
    "1000, 1.00 s",
    "9567, 9.56 s",
    "59999, 59.9 s",
    "60000, 1 min",
    "592000, 9 min 52 s",
    "3599999, 59 min 59 s",
    "3600000, 1 h",
    "86399999, 23 h 59 min",
    "90000000, 1 d 1 h"
  })
  void aSpanHasTwoOrThreeFiguresAndAUnit(long millis, String text) {
    assertThat(Units.span(millis * MILLI)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"10, 16:05:12.027", "1000, 16:05:12", "60000, 16:05", "86400000, 23 Nov"})
  void aTickIsAsExactAsItsStep(long stepMillis, String text) {
    assertThat(Units.tick(1_795_449_912_027L * MILLI, stepMillis * MILLI)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0|0 retries", "1|1 retry", "1234567|1,234,567 retries"})
  void aCountIsInTheRightNumber(long count, String text) {
    assertThat(Units.count(count, "retry", "retries")).isEqualTo(text);
  }

  @ParameterizedTest
  @EnumSource
  void eachCauseIsExplained(Cause cause) {
    assertThat(ReasonText.of(cause.key())).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void eachRefusalIsExplained(NoRetryReason reason) {
    assertThat(ReasonText.of(reason.key())).isNotEmpty();
  }
}

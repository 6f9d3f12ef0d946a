package io.redial.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeScaleTest {
  private static final long NOW = TimeUnit.SECONDS.toNanos(1_795_450_000);

  @ParameterizedTest
  @CsvSource({
    "0, 10 ms",
    "1, 10 ms",
    "1000, 10 ms",
    "60000, 1 s",
    "59000, 500 ms",
    "600000, 10 s",
    "3600000, 1 min",
    "86400000, 15 min",
    "604800000, 2 h",
    "31536000000, 4 d"
  })
  void aPeriodHasARoundLength(long millis, String period) {
    TimeScale scale = new TimeScale(NOW, NOW + TimeUnit.MILLISECONDS.toNanos(millis));

    assertThat(Units.roundSpan(scale.periodNanos())).isEqualTo(period);
  }

  @Property
  void everyMomentLiesInOneOfFewPeriods(
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE / 2) long first,
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE / 4) long span,
      @ForAll @LongRange(min = 0, max = 1_000) long share) {
    TimeScale scale = new TimeScale(first, first + span);
    long moment = first + span / 1_000 * share;

    assertThat(scale.periods()).isBetween(30, 120);
    assertThat(scale.start(scale.period(moment)))
        .isBetween(moment - scale.periodNanos() + 1, moment);
    assertThat(scale.share(first)).isBetween(0.0, 1.0);
    List<Long> ticks = scale.ticks();
    assertThat(ticks).hasSizeBetween(1, 9).isSorted();
    assertThat(ticks).allMatch(tick -> scale.share(tick) >= 0 && scale.share(tick) < 1);
  }
}

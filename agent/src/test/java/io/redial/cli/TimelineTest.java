package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelineTest {
  private static final long NOW = 1_795_450_000_000L;
  private static final List<Totals> HOST = List.of(new Totals("a"));

  private static String json(Timeline timeline) {
    return timeline.json().toString().replaceAll("\\s", "");
  }

  private static long number(String json, String name) {
    return Pattern.compile("\"" + name + "\":(\\d+)")
        .matcher(json)
        .results()
        .map((MatchResult result) -> Long.parseLong(result.group(1)))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 10",
    "1, 10",
    "1000, 10",
    "60000, 1000",
    "59000, 500",
    "600000, 10000",
    "3600000, 60000",
    "86400000, 900000",
    "604800000, 7200000",
    "31536000000, 345600000"
  })
  void aPeriodHasARoundLength(long millis, long period) {
    String json = json(new Timeline(NOW, NOW + millis, HOST));

    assertThat(number(json, "periodMillis")).isEqualTo(period);
  }

  @Property
  void everyMomentIsInOneOfFewPeriods(
      @ForAll @LongRange(min = 0, max = 15_800_000_000_000L) long first,
      @ForAll @LongRange(min = 0, max = 15_800_000_000_000L) long span,
      @ForAll @LongRange(min = 0, max = 1_000) long share) {
    Timeline timeline = new Timeline(first, first + span, HOST);
    long moment = first + span / 1_000 * share;
    Map<String, ?> fields = Map.of("host", "a", "attempt", 1);

    timeline.add(new FlightEvent(FlightEvent.Kind.ATTEMPT, moment, 0, fields));

    String json = json(timeline);
    long period = number(json, "periodMillis");
    assertThat(number(json, "periods")).isBetween(30L, 120L);
    long from = moment - Math.floorMod(moment - first / period * period, period);
    assertThat(json)
        .contains("\"periods\":[{\"from\":\"" + RetryReport.time(from) + "\",\"firstAttempts\":1,");
  }
}

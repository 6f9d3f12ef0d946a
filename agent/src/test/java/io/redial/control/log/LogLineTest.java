package io.redial.control.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.call.ObservedCall;
import io.redial.call.SampleCall;
import io.redial.config.LogLevel;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Rule 11.5: what every line says, in both forms. */
class LogLineTest {
  private static final long NOON = Instant.parse("2026-11-23T12:00:00.007Z").toEpochMilli();
  private static final ObservedCall CALL =
      SampleCall.of(17, "http://stock:8080", 3, "/items;jsessionid=s3cr3t?x=1").on("stock");

  @Test
  @Rule("11.5")
  void aLineOfTextHasTimeLevelCallRouteAndHost() {
    assertThat(LogLine.text(NOON, LogLevel.INFO, CALL, "200 after 3 attempts in 2410 ms"))
        .isEqualTo(
            "2026-11-23T12:00:00.007Z redial: info: [call 17, route stock]"
                + " GET http://stock:8080/items;jsessionid=***: 200 after 3 attempts in 2410 ms");
  }

  @Test
  @Rule("11.5")
  void aLineOfJsonHasThemAsMembers() {
    assertThat(LogLine.json(NOON, LogLevel.WARN, CALL, "a \"quoted\" \\ text"))
        .isEqualTo(
            "{\"time\":\"2026-11-23T12:00:00.007Z\",\"level\":\"warn\",\"call\":17,"
                + "\"host\":\"http://stock:8080\",\"route\":\"stock\","
                + "\"request\":\"GET http://stock:8080/items;jsessionid=***\","
                + "\"message\":\"a \\\"quoted\\\" \\\\ text\"}");
  }

  @Test
  void whatDoesNotApplyIsLeftOut() {
    ObservedCall general = SampleCall.of(1, "http://stock:80", 1);

    assertThat(LogLine.text(NOON, LogLevel.DEBUG, general, "200"))
        .endsWith(" redial: debug: [call 1] GET http://stock:80/: 200");
    assertThat(LogLine.json(NOON, LogLevel.DEBUG, general, "200")).doesNotContain("route");
    assertThat(LogLine.json(NOON, LogLevel.ERROR, null, "x"))
        .isEqualTo("{\"time\":\"2026-11-23T12:00:00.007Z\",\"level\":\"error\",\"message\":\"x\"}");
  }

  @Property
  void timesAreThoseOfTheCalendar(@ForAll @LongRange(min = 0, max = 253402300799999L) long millis) {
    String line = LogLine.time(millis);

    assertThat(line).hasSize(24).endsWith("Z");
    assertThat(Instant.parse(line).toEpochMilli()).isEqualTo(millis);
  }
}

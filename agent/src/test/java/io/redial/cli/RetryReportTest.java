package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RetryReportTest {
  private static final String A = "http://a:80";
  private static final String B = "http://b:80";

  private static String json(RetryReport report) {
    return report.json().replaceAll("\\s", "");
  }

  private static List<String> all(String name, String json) {
    return Pattern.compile("\"" + name + "\":\"?([^,\"}\\]]*)")
        .matcher(json)
        .results()
        .map(result -> result.group(1))
        .toList();
  }

  private static String part(String json, String from, String to) {
    return json.substring(json.indexOf("\"" + from + "\":"), json.indexOf("\"" + to + "\":"));
  }

  @Test
  void addsUpEachHost() throws CommandException {
    RetryReport report =
        new SampleEvents()
            .retried(1_000, 1, A, 1, "status")
            .waited(1_000, 500, 1, A, 1, true)
            .retried(1_500, 1, A, 2, "connection-error")
            .waited(1_500, 700, 1, A, 2, true)
            .attempt(2_300, 1, A, 3, "", "")
            .ended(2_300, 1_310, 1, A, "")
            .refused(2_000, 2, B, 1, "method")
            .report();

    assertThat(report.hosts()).extracting(host -> host.name).containsExactly(A, B);
    Totals first = report.hosts().get(0);
    assertThat(first.retries()).containsExactly(entry("connection-error", 1L), entry("status", 1L));
    assertThat(first.refusals()).isEmpty();
    assertThat(first.retriedCalls).isEqualTo(1);
    assertThat(first.recovered).isEqualTo(1);
    assertThat(first.failed()).isZero();
    assertThat(first.lastFailureMillis).isZero();
    assertThat(first.waitedMillis).isEqualTo(1_200);
    assertThat(first.longestWaitMillis).isEqualTo(700);
    assertThat(report.hosts().get(1).refusals()).containsExactly(entry("method", 1L));
    assertThat(json(report))
        .contains("\"all\":{\"calls\":1,\"recovered\":1,\"failed\":1,\"neverRetried\":1,")
        .contains("\"attempts\":4,\"retries\":2,\"refusals\":1,\"waitedMillis\":1200,");
  }

  @Test
  void aFailedCallCountsOnceRetriedOrNot() throws CommandException {
    RetryReport report =
        new SampleEvents()
            .retried(1_000, 1, A, 1, "status")
            .refused(2_000, 1, A, 2, "max-retries")
            .ended(2_000, 1_100, 1, A, "max-retries")
            .refused(3_000, 2, A, 1, "method")
            .report();

    Totals host = report.hosts().get(0);
    assertThat(host.failed()).isEqualTo(2);
    assertThat(host.neverRetried).isEqualTo(1);
    assertThat(host.recovered).isZero();
    assertThat(host.lastFailureMillis).isEqualTo(3_000);
  }

  /** An unknown host, for example: no reason is recorded for what is never retried. */
  @Test
  void aRetriedCallThatEndsWithAnExceptionHasFailed() throws CommandException {
    RetryReport report =
        new SampleEvents()
            .retried(1_000, 1, A, 1, "status")
            .endedWith("java.net.UnknownHostException: a", 2_000, 1_100, 1, A, "")
            .report();

    assertThat(report.hosts().get(0).recovered).isZero();
    assertThat(report.hosts().get(0).failed()).isEqualTo(1);
  }

  @Test
  void aWaitThatEndsWithoutARetryIsNoRetry() throws CommandException {
    RetryReport report =
        new SampleEvents()
            .waited(1_000, 500, 1, A, 1, false)
            .retried(1_000, 1, A, 1, "status")
            .ended(1_500, 510, 1, A, "cancelled")
            .report();

    assertThat(report.hosts().get(0).retries()).isEmpty();
    assertThat(report.hosts().get(0).recovered).isZero();
  }

  @Test
  void showsTheSlowestCallsAndTheLongestWaits() throws CommandException {
    SampleEvents events = new SampleEvents();
    for (int call = 1; call <= 200; call++) {
      int millis = call * 7 % 200;
      events.ended(10_000 + call, millis, call, A, "").waited(call, millis, call, A, 1, true);
    }
    String json = json(events.report());

    assertThat(all("elapsedMillis", json))
        .hasSize(50)
        .startsWith("199", "198", "197")
        .endsWith("150");
    assertThat(all("waitedMillis", json.substring(json.indexOf("longestWaits"))))
        .hasSize(50)
        .startsWith("199", "198", "197")
        .endsWith("150");
  }

  @Test
  void aSlowCallHasItsFirstAndLastAttemptsWhateverTheirOrder() throws CommandException {
    SampleEvents events = new SampleEvents().ended(90_000, 60_000, 5, A, "max-retries");
    for (int i = 0; i < 35; i++) {
      int attempt = i * 13 % 35 + 1;
      events.retried(30_000 + attempt, 5, A, attempt, "status");
      events.retried(30_000 + attempt, 6, A, attempt, "status");
    }

    assertThat(all("attempt", json(events.report())))
        .containsExactly("1 2 3 4 5 6 7 8 9 10 26 27 28 29 30 31 32 33 34 35".split(" ", -1));
  }

  @Test
  void callsOfAnotherProcessThatHaveTheSameNumberAreNotMixedUp() throws CommandException {
    RetryReport report =
        new SampleEvents()
            .ended(3_000, 2_000, 5, A, "")
            .attempt(2_000, 5, A, 1, "status", "")
            .attemptOf("GET /elsewhere", 2_000, 5, A, 2, "", "")
            .report();

    assertThat(json(report)).contains("\"attempts\":2,\"retries\":1,");
    assertThat(all("attempt", json(report))).containsExactly("1");
  }

  @Test
  void hostsBeyondTheFirstAreSummedUp() throws CommandException {
    SampleEvents events = new SampleEvents();
    for (int i = 0; i < 1_500; i++) {
      for (int n = 0; n < (i < 5 ? 3 : 1); n++) {
        events.refused(1_000 + i, i, "http://h" + i, 1, "budget");
      }
    }
    RetryReport report = events.report();

    assertThat(report.hosts()).hasSize(51);
    assertThat(report.hosts().get(0).name).isEqualTo("http://h0");
    assertThat(report.hosts().get(50).name).isEqualTo("all other hosts");
    assertThat(report.hosts().get(0).refusals()).containsExactly(entry("budget", 3L));
    assertThat(report.hosts().get(50).refusals()).containsExactly(entry("budget", 1_450L));
    String timeline = part(json(report), "timeline", "slowestCalls");
    assertThat(all("host", timeline)).hasSize(13).endsWith("allotherhosts");
    assertThat(all("refusals", timeline).stream().mapToLong(Long::parseLong).sum())
        .isEqualTo(1_510);
  }

  @Test
  void theTimelineTellsFirstAttemptsFromRetriesAndRefusals() throws CommandException {
    RetryReport report =
        new SampleEvents()
            .retried(60_000, 1, A, 1, "status")
            .attempt(61_000, 1, A, 2, "", "")
            .refused(61_001, 2, A, 1, "budget")
            .refused(119_000, 3, B, 1, "method")
            .report();

    assertThat(part(json(report), "timeline", "slowestCalls"))
        .contains("\"from\":\"1970-01-01T00:01:00Z\",\"periodMillis\":500,\"periods\":119,")
        .contains(
            "{\"from\":\"1970-01-01T00:01:00Z\",\"firstAttempts\":1,\"retries\":0,\"refusals\":0},"
                + "{\"from\":\"1970-01-01T00:01:01Z\","
                + "\"firstAttempts\":1,\"retries\":1,\"refusals\":1}]")
        .contains("{\"from\":\"1970-01-01T00:01:59Z\",\"firstAttempts\":1,");
  }

  @Test
  void reasonsAreLimitedInNumber() throws CommandException {
    SampleEvents events = new SampleEvents();
    for (int i = 0; i < 1_000; i++) {
      events.refused(1_000, i, A, 1, "reason " + i);
    }
    Totals host = events.report().hosts().get(0);

    assertThat(host.refusals()).hasSize(31).contains(entry("other", 970L));
    assertThat(Totals.sum(host.refusals())).isEqualTo(1_000);
  }

  @Test
  void namesEachServiceAndEachChangeOfItsOptions() throws CommandException {
    RetryReport report =
        new SampleEvents()
            .agent("orders", "1.2.3", "")
            .agent("orders", "1.2.3", "")
            .agent("orders", "1.2.3", "max-retries=2")
            .report();

    assertThat(json(report))
        .contains(
            "\"agents\":[{\"service\":\"orders\",\"version\":\"1.2.3\",\"options\":\"\"},"
                + "{\"service\":\"orders\",\"version\":\"1.2.3\",\"options\":\"max-retries=2\"}]")
        .contains("\"from\":null,\"to\":null,");
  }

  @Test
  void longTextsAreCut() throws CommandException {
    String host = "h".repeat(100_000);

    assertThat(new SampleEvents().refused(1, 1, host, 1, "body").report().hosts().get(0).name)
        .isEqualTo("h".repeat(300) + "...");
  }

  @Test
  void aRecordingWithoutEventsHasNoReport() {
    assertThatThrownBy(() -> new SampleEvents().report())
        .isInstanceOf(CommandException.class)
        .hasMessageStartingWith("has no events of Redial");
  }
}

package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What OpenTelemetry's agent beside ours exports by the sample's rules for JMX. */
@Tag("programs")
@Tag(Sampling.HEAVY)
final class OpenTelemetryMetricsTest {
  private static final Pattern METRIC =
      Pattern.compile(
          "name=(redial\\.[a-z_.]+), description=.*, unit=(.*), type=\\w+, "
              + "data=\\w+\\{points=\\[(.*)\\], monotonic=(true|false)");
  private static final Pattern POINT =
      Pattern.compile("attributes=\\{(.*?)\\}, value=([0-9.E-]+),");

  @Test
  @Rule("11.4")
  void theMetricsArriveWithTheirAttributes() {
    Jvm jvm =
        OpenTelemetryAgent.in(
                Jvm.of(Jdks.running()),
                "-Dotel.metrics.exporter=console",
                "-Dotel.metric.export.interval=1000")
            .agent("jitter=none,backoff=none,max-retries=1");
    try (FaultServer server = new FaultServer();
        Fetcher program = Fetcher.start(jvm)) {
      server.plays(Answer.unavailable("2"), Answer.unavailable("0"), Answer.ok("up"));
      program.begin(server.url());
      program.begin(server.url());
      program.awaitResults(Duration.ofMinutes(2), 2);

      String host = "{host=\"" + server.url("") + "\"";
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () ->
                  assertThat(metrics(program))
                      .contains(
                          "redial.call.retries" + host + ", reason=\"retry-after\"} 1 {retry} sum",
                          "redial.call.retries_not_made"
                              + host
                              + ", reason=\"max-retries\"} 1 {retry} sum",
                          "redial.call.retry_delay.count" + host + "} 1 {wait} sum",
                          "redial.calls.failed" + host + ", route=\"-\"} 1 {call} sum",
                          "redial.calls{} 2 {call} sum",
                          "redial.calls.waiting{} 0 {call}",
                          "redial.status{redial.state=\"on\"} 1 1",
                          "redial.status{redial.state=\"off\"} 0 1",
                          "redial.option.faults{} 0 {fault}",
                          "redial.replay_buffer{} 0 By")
                      .anyMatch(
                          metric ->
                              metric.startsWith("redial.call.retry_delay.sum" + host + "} ")
                                  && metric.matches(".* ([2-9]|[1-3]\\d)\\.\\d+ s sum")));
    }
  }

  /** Each metric that was printed so far, by name, attributes, value and unit. */
  private static List<String> metrics(Fetcher program) {
    return program.err("name=redial.").stream()
        .flatMap(OpenTelemetryMetricsTest::points)
        .distinct()
        .toList();
  }

  private static Stream<String> points(String line) {
    return METRIC
        .matcher(line)
        .results()
        .flatMap(
            metric ->
                POINT
                    .matcher(metric.group(3))
                    .results()
                    .map(
                        point ->
                            "%s{%s} %s %s%s"
                                .formatted(
                                    metric.group(1),
                                    point.group(1),
                                    point.group(2),
                                    metric.group(2),
                                    metric.group(4).equals("true") ? " sum" : "")));
  }
}

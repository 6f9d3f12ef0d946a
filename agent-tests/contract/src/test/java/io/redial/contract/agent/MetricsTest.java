package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.FreePort;
import io.redial.sampling.Sampling;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Prometheus gets by the sample's rules for jmx_exporter, from its agent beside ours. */
@Tag("programs")
@Tag(Sampling.HEAVY)
final class MetricsTest {
  private static final int HOSTS = Jdks.all() ? 10_000 : 2_000;
  private static final int MOST_SERIES = 300;
  private static final long MOST_MILLIS = 200;

  @Test
  @Rule("11.4")
  void theSeriesArriveWithTheirLabels() {
    JmxExporter exporter = JmxExporter.onFreePort();
    Jvm jvm = exporter.in(Jvm.of(Jdks.running())).agent("jitter=none,backoff=none,max-retries=1");
    try (FaultServer server = new FaultServer();
        Fetcher program = Fetcher.start(jvm)) {
      server.plays(Answer.unavailable("2"), Answer.unavailable("0"), Answer.ok("up"));
      program.get(server.url());
      program.get(server.url());

      String host = "{host=\"" + server.url("") + "\"";
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(exporter.scrape())
                      .contains(
                          "redial_call_retries_total" + host + ",reason=\"retry-after\"} 1.0",
                          "redial_call_retries_not_made_total"
                              + host
                              + ",reason=\"max-retries\"} 1.0",
                          "redial_call_retry_delay_seconds_count" + host + "} 1.0",
                          "redial_calls_failed_total" + host + ",route=\"-\"} 1.0",
                          "redial_calls_total 2.0",
                          "redial_calls_waiting 0.0",
                          "redial_enabled 1.0",
                          "redial_option_faults 0.0",
                          "redial_replay_buffer_bytes 0.0"));
      assertThat(values(exporter.scrape(), "redial_call_retry_delay_seconds_sum"))
          .singleElement()
          .satisfies(seconds -> assertThat(seconds).isBetween(2.0, 40.0));
    }
  }

  /** They refuse connections: nothing needs to listen for a call to be retried and to fail. */
  @Test
  @Rule({"11.4", "5.6"})
  void thousandsOfHostsThatFailMakeAScrapeNeitherLongNorSlow() {
    JmxExporter exporter = JmxExporter.onFreePort();
    Jvm jvm =
        exporter
            .in(Jvm.of(Jdks.running()))
            .agent("backoff=fixed:0s,max-error-retries=1,budget=off,log-level=warn");
    int port = FreePort.refusing().number();
    try (Fetcher program = Fetcher.start(jvm)) {
      for (int i = 0; i < HOSTS; i++) {
        program.begin("http://127.1." + i / 250 + "." + (i % 250 + 1) + ":" + port + "/");
      }
      program.awaitResults(Duration.ofMinutes(4), HOSTS);

      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> {
                List<String> series = exporter.scrape();
                assertThat(sum(series, "redial_call_retries_total")).isEqualTo(HOSTS);
                assertThat(sum(series, "redial_call_retries_not_made_total")).isEqualTo(HOSTS);
                assertThat(sum(series, "redial_call_retry_delay_seconds_count")).isEqualTo(HOSTS);
              });
      int series = exporter.scrape().size();
      long millis = bestMillis(exporter);
      System.out.printf(
          "jmx_exporter, %,d hosts that fail: %d series of Redial's, scraped in %d ms%n",
          HOSTS, series, millis);
      assertThat(series).isLessThan(MOST_SERIES);
      assertThat(millis).isLessThan(MOST_MILLIS);
    }
  }

  /** The best of several scrapes: others use the machine, too. */
  private static long bestMillis(JmxExporter exporter) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      long start = System.nanoTime();
      assertThat(exporter.scrape()).isNotEmpty();
      best = Math.min(best, System.nanoTime() - start);
    }
    return TimeUnit.NANOSECONDS.toMillis(best);
  }

  private static double sum(List<String> series, String name) {
    return values(series, name).stream().mapToDouble(value -> value).sum();
  }

  /** The values of the series with that name. */
  private static List<Double> values(List<String> series, String name) {
    return series.stream()
        .filter(line -> line.startsWith(name + "{"))
        .map(line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
        .toList();
  }
}

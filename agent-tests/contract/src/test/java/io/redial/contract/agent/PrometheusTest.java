package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.agent.Prometheus.LoadedRule;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Servers;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.FreePort;
import io.redial.contract.server.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample's rules and dashboard, with a real Prometheus and its promtool. */
@Tag("programs")
final class PrometheusTest {
  private static final Path RULES = ObserveSamples.file("prometheus-rules.yml");
  private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");

  @BeforeEach
  void prometheusIsThere() {
    assumeTrue(
        Servers.have("prometheus"),
        () -> "prometheus is not in " + Servers.folder() + ": agent-tests/servers.sh");
  }

  @Test
  void promtoolFindsNoFaultsInTheRules() {
    Program check = promtool("check", "rules", RULES.toString());

    assertThat(check.exit()).as("%s", check).isZero();
    assertThat(check.out()).contains("SUCCESS: 13 rules found");
  }

  @Test
  void theAlertsFireWhenTheyShouldAndOnlyThen() {
    Path tests = ObserveSamples.file("prometheus-rules-test.yml");

    Program test = promtool("test", "rules", tests.toString());

    assertThat(test.exit()).as("%s", test).isZero();
  }

  private static Program promtool(String... args) {
    return Program.run(Servers.command("promtool", args), Map.of());
  }

  /**
   * Service orders has jmx_exporter, prices has OpenTelemetry's agent; both call a host that is
   * down, one that answers every other time, and one that makes them wait. Service broken has
   * started with a bad option.
   */
  @Test
  @Rule("11.4")
  void everyExpressionOfTheRulesAndTheDashboardFindsSeries(@TempDir Path folder) throws Exception {
    JmxExporter orders = JmxExporter.onFreePort();
    JmxExporter broken = JmxExporter.onFreePort();
    int prices = FreePort.find().number();
    Jvm plain = Jvm.of(Jdks.running());
    Jvm traced =
        OpenTelemetryAgent.in(
            plain,
            "-Dotel.metrics.exporter=prometheus",
            "-Dotel.exporter.prometheus.host=127.0.0.1",
            "-Dotel.exporter.prometheus.port=" + prices);
    Map<String, Integer> targets =
        Map.of("orders", orders.port(), "prices", prices, "broken", broken.port());
    try (FaultServer up = always(Answer.ok("up"));
        FaultServer down = always(Answer.unavailable("0"));
        FaultServer flaky = always(Answer.unavailable("0"), Answer.ok("up"));
        FaultServer slow = always(Answer.unavailable("600"));
        Fetcher first = Fetcher.startAtOnce(orders.in(plain).agent("deadline=none"));
        Fetcher second = Fetcher.startAtOnce(traced.agent("deadline=none"));
        Fetcher third = Fetcher.startAtOnce(broken.in(plain).agent("max-retries=many"));
        Prometheus prometheus = new Prometheus(folder, targets, RULES)) {
      third.begin(up.url());
      await()
          .atMost(Duration.ofMinutes(4))
          .pollInterval(Duration.ofMillis(500))
          .untilAsserted(
              () -> {
                for (Fetcher program : List.of(first, second)) {
                  program.begin(up.url());
                  for (int i = 0; i < 10; i++) { // The budget lets more wait each time.
                    List.of(down.url(), flaky.url(), slow.url()).forEach(program::begin);
                  }
                }
                assertThat(withoutSeries(prometheus)).isEmpty();
              });
      assertThat(values(prometheus, ".*").get(0)).contains("orders", "prices", "broken");
      for (String service : List.of("orders", "prices")) {
        assertThat(values(prometheus, service).get(1))
            .as(service)
            .contains(down.url(""), slow.url(""));
      }
    }
  }

  private static FaultServer always(Answer... answers) {
    return new FaultServer()
        .plays(
            Collections.nCopies(100_000, answers).stream()
                .flatMap(Arrays::stream)
                .toArray(Step[]::new));
  }

  /** Rules that are missing or fail, and expressions that find nothing. */
  private static List<String> withoutSeries(Prometheus prometheus) {
    List<LoadedRule> rules = prometheus.rules();
    List<String> expressions = new ArrayList<>();
    assertThat(rules).hasSize(13).allSatisfy(rule -> assertThat(rule.error()).isEmpty());
    rules.forEach(rule -> expressions.add(rule.query()));
    for (String service : List.of(".*", "orders", "prices")) {
      List<String> queries = ObserveSamples.dashboardQueries(service);
      assertThat(queries).isNotEmpty().allSatisfy(query -> assertThat(query).doesNotContain("$"));
      expressions.addAll(queries);
    }
    expressions.removeIf(expression -> !prometheus.query(expression).isEmpty());
    return expressions;
  }

  /** What the dashboard's variables can be, in their order. */
  private static List<List<String>> values(Prometheus prometheus, String service) {
    List<List<String>> values = new ArrayList<>();
    for (String query : ObserveSamples.variableQueries(service)) {
      Matcher parts = LABEL_VALUES.matcher(query);
      assertThat(parts.matches()).as(query).isTrue();
      values.add(prometheus.labelValues(parts.group(1), parts.group(2)));
    }
    return values;
  }
}

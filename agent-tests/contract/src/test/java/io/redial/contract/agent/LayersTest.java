package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file, the file that it extends, and the argument: what a program does by all three. */
@Tag("programs")
@Tag(Sampling.HEAVY)
final class LayersTest {
  private static final Jvm JVM = Jvm.of(Jdks.running());

  @TempDir private Path folder;

  private Path file(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  private static Program check(String options) {
    String java = Jdks.running().program("java").toString();
    String jar = AgentJar.path().toString();
    return Program.run(List.of(java, "-jar", jar, "check", options), Map.of());
  }

  @Test
  void eachKeyComesFromTheNearestLayer() throws IOException {
    Path partner =
        file(
            "partner.properties",
            "retry-on = retry-after+500",
            "attempt-header = X-Partner",
            "max-retries = 1");
    Path orders =
        file(
            "orders.properties",
            "extends = partner.properties",
            "attempt-header = X-Orders",
            "max-retries = 3");
    String options = "config=" + orders + ",max-retries=2,backoff=none";

    Program check = check(options);
    assertThat(check.exit()).as("%s", check).isZero();
    assertThat(check.out().lines())
        .anyMatch(line -> line.matches("  retry-on +retry-after\\+500 +" + partner + ":1"))
        .anyMatch(line -> line.matches("  attempt-header +X-Orders +" + orders + ":2"))
        .anyMatch(line -> line.matches("  max-retries +2 +agent argument"))
        .anyMatch(line -> line.matches("  deadline +15s +default"));

    try (FaultServer server = new FaultServer();
        Fetcher program = Fetcher.start(JVM.agent(options))) {
      server.plays(Answer.of(500), Answer.of(500), Answer.of(500), Answer.ok("too late"));
      assertThat(program.get(server.url())).as("the file's retry-on").isEqualTo("status 500");
      assertThat(server.attempts()).as("the argument's max-retries").hasSize(3);
      assertThat(server.attempts().get(2).head().stream().map(String::toLowerCase))
          .as("the nearer file's attempt-header")
          .contains("x-orders: 3")
          .noneMatch(line -> line.startsWith("x-partner"));
    }
  }

  @Test
  void withoutTheUpperLayersTheLowerOnesDecide() throws IOException {
    Path partner = file("partner.properties", "max-retries = 1");
    Path orders = file("orders.properties", "extends = partner.properties", "max-retries = 3");
    Path other = file("other.properties", "extends = partner.properties");

    assertThat(attempts("config=" + orders + ",max-retries=2")).isEqualTo(3);
    assertThat(attempts("config=" + orders)).isEqualTo(4);
    assertThat(attempts("config=" + other)).isEqualTo(2);
    assertThat(attempts("config=" + partner)).isEqualTo(2);
  }

  private static int attempts(String options) {
    try (FaultServer server = new FaultServer();
        Fetcher program = Fetcher.start(JVM.agent(options + ",budget=off"))) {
      for (int i = 0; i < 12; i++) {
        server.plays(Answer.unavailable("0"));
      }
      assertThat(program.get(server.url())).isEqualTo("status 503");
      return server.attempts().size();
    }
  }

  @Test
  void sevenMistakesAreSevenLinesAndTheServiceStartsWithoutRetries() throws IOException {
    Path orders =
        file(
            "orders.properties",
            "max-retrys = 5",
            "deadline = 10",
            "retry-on = retry-after, time-out",
            "backoff = exponental:100ms:10s",
            "rollout = 150%",
            "route.stock.match = stock.internal/**",
            "route.stock.max-retries = -1");

    try (FaultServer server = new FaultServer();
        Fetcher program = Fetcher.start(JVM.agent("config=" + orders))) {
      server.plays(Answer.unavailable("0"), Answer.ok("too late"));
      assertThat(program.get(server.url())).isEqualTo("status 503");
      assertThat(server.attempts()).hasSize(1);
      List<String> faults = program.err(orders + ":");
      assertThat(faults).hasSize(7);
      for (int line = 1; line <= 7; line++) {
        assertThat(faults.get(line - 1)).contains(" redial: error: ", orders + ":" + line + ")");
      }
      assertThat(faults.get(6)).endsWith("(starting without retries)");

      assertThat(program.err("in use:")).singleElement().asString().contains("enabled=false");

      Program check = check("config=" + orders);
      assertThat(check.exit()).isEqualTo(1);
      assertThat(check.out()).isEmpty();
      assertThat(check.err().lines()).hasSize(7);
    }
  }
}

package io.redial.contract.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mockito.Mockito;

/** Mockito's inline mock maker changes the classes that Redial changes. */
@Tag("programs")
@Tag(Sampling.HEAVY)
@Tag(Sampling.DIVIDED)
final class MockitoTest {
  private static final String MOCKITO = "-javaagent:" + jarOf(Mockito.class);
  private static final int REAL_CALLS = 10;
  private static final String OURS = AgentJar.option("backoff=none,budget=off");

  /** Mockito attaches itself, or is an agent of the command line. */
  static Stream<Arguments> orders() {
    return Seed.some(
        Stream.of(
            Arguments.of("attached later", List.of(OURS)),
            Arguments.of("ours first", List.of(OURS, MOCKITO)),
            Arguments.of("ours second", List.of(MOCKITO, OURS))),
        MockitoTest.class);
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("orders")
  @Rule({"1.1", "1.4"})
  void mocksGiveWhatTheyAreToldAndRealCallsAreRetried(String order, List<String> agents) {
    try (FaultServer calm = new FaultServer();
        FaultServer busy = new FaultServer()) {
      for (int call = 0; call < REAL_CALLS; call++) {
        calm.plays(Answer.ok("up"));
        busy.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));
      }
      Program without = run(List.of(), calm);
      Program with = run(agents, busy);

      assertThat(without.exit()).as("%s", without).isZero();
      assertThat(with.out()).as("%s", with).isEqualTo(without.out()).contains("spy: 200");
      assertThat(with.exit()).isZero();
      assertThat(busy.attempts()).hasSize(3 * REAL_CALLS);
      assertThat(with.err().lines().filter(line -> line.contains(": 200 after 3 attempts")))
          .as("none is a call within a call")
          .hasSize(REAL_CALLS);
      assertThat(with.err()).doesNotContain("redial: error", "redial: warn", "\tat ");
    }
  }

  private static Program run(List<String> agents, FaultServer server) {
    List<String> command = new ArrayList<>();
    command.add(Jdks.running().program("java").toString());
    command.addAll(agents);
    String all = System.getProperty("java.class.path");
    command.addAll(List.of("-cp", System.getProperty("surefire.test.class.path", all)));
    command.addAll(List.of(MockedClients.class.getName(), server.url()));
    return Program.run(command, Map.of());
  }

  private static Path jarOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
  }
}

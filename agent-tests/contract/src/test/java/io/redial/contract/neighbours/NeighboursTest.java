package io.redial.contract.neighbours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Launch;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Another agent beside ours, whoever comes first: calls end as with Redial alone. */
@Tag("programs")
final class NeighboursTest {
  private static final boolean WHOLE = Boolean.getBoolean("contract.neighbours");
  private static final Path FILE =
      Path.of(System.getProperty("contract.matrix.file", "target/x"))
          .resolveSibling("neighbours.txt");
  private static final Queue<String> TABLE = new ConcurrentLinkedQueue<>();

  @TempDir private Path folder;

  static Stream<Arguments> orders() {
    return Neighbour.ALL.stream()
        .filter(neighbour -> WHOLE || neighbour.everyBuild())
        .flatMap(
            neighbour -> Stream.of(Arguments.of(neighbour, true), Arguments.of(neighbour, false)));
  }

  static Stream<Arguments> tracingOrders() {
    return orders().filter(order -> ((Neighbour) order.get()[0]).spans() != null);
  }

  @ParameterizedTest(name = "{0}, ours first: {1}")
  @MethodSource("orders")
  @Rule({"1.1", "1.4"})
  void everyCallEndsAsWithRedialAlone(Neighbour neighbour, boolean oursFirst) throws Exception {
    Trial trial = trial(".*");
    try (Intake intake = new Intake()) {
      Trial.Outcome outcome = trial.run(launch(neighbour, oursFirst, trial, intake));

      note(neighbour, oursFirst, outcome, trial, "");
      Program with = outcome.program();
      assertThat(with.exit()).as("%s", with).isZero();
      assertThat(lines(with)).as("%s", with).isEqualTo(trial.expectedLines());
      assertThat(outcome.attempts()).isEqualTo(trial.expectedAttempts());
      assertThat(with.err())
          .doesNotContain("redial: error", "redial: warn", "not active", "\tat io.redial.");
    }
  }

  @ParameterizedTest(name = "{0}, ours first: {1}", allowZeroInvocations = true)
  @MethodSource("tracingOrders")
  @Rule("1.1")
  void everyAttemptOfTheJdksClientHasASpanOfItsOwn(Neighbour neighbour, boolean oursFirst)
      throws Exception {
    Trial trial = trial("jdk-.*");
    try (Intake intake = new Intake()) {
      Trial.Outcome outcome = trial.run(launch(neighbour, oursFirst, trial, intake));

      long spans = neighbour.spans().applyAsLong(outcome.program());
      note(neighbour, oursFirst, outcome, trial, spans + " spans, java.net.http alone");
      assertThat(spans).isEqualTo(outcome.attempts().size()).isEqualTo(14);
    }
  }

  private Trial trial(String clients) throws IOException {
    Files.writeString(folder.resolve("jmx.yaml"), "rules:\n- pattern: \".*\"\n");
    Files.writeString(folder.resolve("newrelic.yml"), "common:\n  agent_enabled: true\n");
    return new Trial(
        ClientUnderTest.ALL.stream()
            .filter(client -> client.isSliced() && client.label().matches(clients))
            .toList(),
        folder);
  }

  /** Without what another agent prints. */
  private static List<String> lines(Program program) {
    return program.out().lines().filter(line -> line.startsWith("io.redial.subjects.")).toList();
  }

  private Launch launch(Neighbour neighbour, boolean oursFirst, Trial trial, Intake intake) {
    assumeFalse(trial.clients().isEmpty(), "none of its clients was chosen");
    Launch told =
        Launch.on(Jdks.running(), trial.clients())
            .with(neighbour.flags().apply(intake, folder).toArray(new String[0]));
    String other = neighbour.option(intake, folder);
    return oursFirst ? told.agent().with(other) : told.with(other).agent();
  }

  private static void note(
      Neighbour neighbour, boolean oursFirst, Trial.Outcome outcome, Trial trial, String spans) {
    List<String> same =
        lines(outcome.program()).stream().filter(trial.expectedLines()::contains).toList();
    TABLE.add(
        String.format(
            "%-16s%-8s%3d of %d calls%4d attempts  %s",
            neighbour,
            oursFirst ? "after" : "before",
            same.size(),
            trial.expectedLines().size(),
            outcome.attempts().size(),
            spans));
  }

  @AfterAll
  static void printTable() throws IOException {
    String text =
        "\nCalls that ended as with Redial alone, beside an agent that comes before or after ours\n\n"
            + String.join("\n", TABLE.stream().sorted().toList())
            + "\n";
    Files.createDirectories(FILE.toAbsolutePath().getParent());
    Files.writeString(FILE, text);
    System.out.println(text);
  }
}

package io.redial.contract.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Launch;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Trial;
import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import io.redial.subjects.programs.Hello;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rule 1.4 under the JVM's flags, in images and in odd surroundings: a call that a hint lets retry,
 * one that a lost connection lets retry and a healthy one end as they do in a plain run.
 */
@Tag("programs")
@Tag(Sampling.HEAVY)
@Tag(Sampling.DIVIDED)
final class FlagsTest {
  private static final boolean WHOLE =
      !System.getProperty("contract.matrix", "running").equals("running");
  private static final FlagsTable TABLE = new FlagsTable();

  @TempDir private Path folder;

  static Stream<Arguments> runs() {
    Stream<Arguments> all =
        AllSurroundings.LIST.stream()
            .flatMap(
                surroundings ->
                    Jdks.found().stream()
                        .filter(jdk -> surroundings.jdks().test(jdk) && isChosen(surroundings, jdk))
                        .filter(jdk -> !clients(surroundings, jdk).isEmpty())
                        .map(jdk -> Arguments.of(surroundings, jdk)));
    return Seed.some(all, FlagsTest.class);
  }

  /** A plain build has its own JDK, and 25 for what that brought. */
  private static boolean isChosen(Surroundings surroundings, Jdk jdk) {
    boolean own = jdk.equals(Jdks.running());
    boolean brought = jdk.feature() == 25 && !surroundings.jdks().test(Jdks.running());
    return WHOLE || (surroundings.plainBuild() && (own || brought));
  }

  @ParameterizedTest(name = "{0} on {1}", allowZeroInvocations = true)
  @MethodSource("runs")
  @Rule("1.4")
  void everyCallEndsAsInAPlainRun(Surroundings surroundings, Jdk jdk) throws Exception {
    List<ClientUnderTest> clients = clients(surroundings, jdk);
    Trial trial = new Trial(clients, folder);
    Launch plain = Launch.on(jdk, clients);

    Launch launch =
        TABLE.skipped(surroundings, jdk, () -> surroundings.preparation().prepare(plain, trial));
    Program bare = launch.run(Hello.class, List.of());
    TABLE.skipped(surroundings, jdk, () -> runs(bare));
    Trial.Outcome outcome = trial.run(launch.agent());

    TABLE.ran(surroundings, jdk, outcome, trial);
    Program with = outcome.program();
    assertThat(with.exit()).as("%s", with).isZero();
    assertThat(with.out().lines()).as("%s", with).containsExactlyElementsOf(trial.expectedLines());
    assertThat(outcome.attempts()).containsExactlyElementsOf(trial.expectedAttempts());
    assertThat(foreign(with))
        .as("beside Redial's lines only what the JVM says of the flags")
        .isEqualTo(foreign(bare));
    assertThat(with.err())
        .doesNotContain("redial: error", "redial: warn", "not active", "Exception", "\tat ");
  }

  private static boolean runs(Program bare) {
    assumeTrue(bare.exit() == 7, bare.err() + bare.out());
    return true;
  }

  private static List<ClientUnderTest> clients(Surroundings surroundings, Jdk jdk) {
    return ClientUnderTest.ALL.stream()
        .filter(client -> client.isSliced() && client.oldest() <= jdk.feature())
        .filter(client -> client.label().matches(surroundings.clients()))
        .toList();
  }

  /** Lines on standard error that are neither Redial's nor the programs' own. */
  private static List<String> foreign(Program program) {
    return program
        .err()
        .lines()
        .filter(line -> !line.contains("Z redial: ") && !line.startsWith("SLF4J: "))
        .filter(line -> !line.equals("hello, too"))
        .map(line -> line.replaceAll("[0-9]+\\.[0-9]+s", "T"))
        .toList();
  }

  @AfterAll
  static void printTable() throws IOException {
    TABLE.print();
  }
}

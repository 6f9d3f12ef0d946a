package io.redial.contract.nets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.nets.NetForm;
import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import io.redial.subjects.load.BystandersMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever happens to one call, another on the same client and connections does not notice. */
@Tag("nets")
@Tag(Sampling.HEAVY)
@Tag(Sampling.DIVIDED)
final class BystandersNetTest {
  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final String SEED = "12";

  /**
   * Calls under {@code /timed} have a tenth of a second for each of two attempts. The deadline and
   * the limit of waiting calls leave room for a wait of 25 seconds in a program that serves.
   */
  private static final String OPTIONS =
      """
      budget = off
      deadline = 1m
      max-waiting = none
      log-level = warn
      route.timed.match = http://127.0.0.1:*/timed/**
      route.timed.per-try-timeout = 100ms
      route.timed.retry-on = timeout
      route.timed.max-retries = 1
      route.timed.backoff = none
      """;

  @TempDir private static Path folder;

  static Stream<Arguments> modes() {
    return Seed.some(Mode.all().stream(), BystandersNetTest.class)
        .flatMap(mode -> NetForm.jdks(mode.client()).map(jdk -> Arguments.of(mode, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}", allowZeroInvocations = true)
  @MethodSource("modes")
  @Rule({"1.1", "1.5", "2.10", "5.4", "8.1", "11.2"})
  void anotherCallDoesNotNotice(Mode mode, Jdk jdk) throws IOException {
    Path options = Files.createTempFile(folder, "options", ".properties");
    Files.writeString(options, OPTIONS);
    Jvm jvm = mode.client().jvm(jdk).arg(Form.jvmArgs());

    Map<String, Map<String, Long>> with = run(jvm.agent("config=" + options), mode, true);
    assertThat(with).as("%s on %s", mode, jdk).isNotEmpty();
    Map<String, Map<String, Long>> without =
        with.keySet().stream().anyMatch(name -> with.get(name).get("faults") > 0)
            ? run(jvm, mode, false)
            : Map.of();
    LoadTable.add(mode, jdk.feature(), without, with);

    assertThat(with.keySet().stream().filter(name -> isWorse(mode, name, without, with)))
        .as("%s on %s", mode, jdk)
        .isEmpty();
  }

  /** Some clients damage the neighbours of calls that they cancel themselves. */
  private static boolean isWorse(
      Mode mode,
      String name,
      Map<String, Map<String, Long>> without,
      Map<String, Map<String, Long>> with) {
    long faults = with.get(name).get("faults");
    return faults > (mode.closesSharedConnections() ? with.get(name).get("calls") / 50 : 0)
        && (!without.containsKey(name) || faults > 2 * without.get(name).get("faults"));
  }

  /** What the program printed, by what happened. */
  private static Map<String, Map<String, Long>> run(Jvm jvm, Mode mode, boolean agent) {
    List<String> args =
        List.of(
            mode.maker(),
            mode.name(),
            Integer.toString(Form.times()),
            SEED,
            Boolean.toString(agent));
    Program program =
        Program.run(jvm.command(BystandersMain.class.getName(), args), Map.of(), PATIENCE);
    System.err.print(program.err());
    assertThat(program.exit()).as("%s %s", mode, program).isZero();
    Map<String, Map<String, Long>> facts = new LinkedHashMap<>();
    for (String line : program.out().lines().toList()) {
      String[] name = line.split(" ", 2);
      facts.put(name[0], RoundResult.parse(name[1]));
    }
    return facts;
  }

  @AfterAll
  static void print() {
    LoadTable.printHappenings();
  }
}

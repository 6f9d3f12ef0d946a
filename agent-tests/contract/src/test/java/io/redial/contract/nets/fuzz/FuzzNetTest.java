package io.redial.contract.nets.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.nets.NetForm;
import io.redial.contract.nets.load.Mode;
import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import io.redial.subjects.fuzz.FuzzMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Streams that break off and uploads that are lost, drawn from a seed: the server, the reader and
 * the body. What the application sees must be what the model of the server allows.
 *
 * <p>{@code -Dfuzz.minutes=N} plays for so long in each JVM, {@code -Dfuzz.seed=S} draws other
 * scenarios, and {@code -Dfuzz.number=N} plays the one of that number alone.
 */
@Tag("nets")
@Tag(Sampling.DIVIDED)
final class FuzzNetTest {
  /** Of each client; a few hundred in all. */
  private static final int SCENARIOS = 30;

  private static final int AT_ONCE = 48;

  /** Over HTTP/2, java.net.http hung in 1 of 5,600 scenarios without the agent. */
  private static final int PLAYED_FOR_A_HANG = 5000;

  private static final int NUMBER = Integer.parseInt(property("fuzz.number", "-1"));
  private static final double MINUTES =
      Double.parseDouble(property("fuzz.minutes", NetForm.LONG ? "1" : "0"));
  private static final Duration PATIENCE = Duration.ofMinutes(5 + 2 * (long) Math.ceil(MINUTES));

  /** So long that a cancellation either ends the wait or plainly does not. */
  private static final String SLOW = "fixed:20s";

  private static final long DRAWN = System.nanoTime() & 0xffff_ffffL;

  @TempDir private static Path folder;

  /**
   * Clients that have the same class path share a JVM; in a short run only the newest are tried.
   */
  static Stream<Arguments> groups() {
    Map<Jvm, List<FuzzMode>> groups = new LinkedHashMap<>();
    for (Mode mode : Mode.all()) {
      NetForm.jdks(mode.client())
          .forEach(
              jdk ->
                  groups
                      .computeIfAbsent(mode.client().jvm(jdk), key -> new ArrayList<>())
                      .add(new FuzzMode(mode, jdk.feature())));
    }
    int most = groups.values().stream().mapToInt(List::size).max().orElse(0);
    Stream<Map.Entry<Jvm, List<FuzzMode>>> all = groups.entrySet().stream();
    return (NetForm.LONG
            ? Seed.some(all, FuzzNetTest.class)
            : all.filter(group -> group.getValue().size() == most).limit(1))
        .map(group -> Arguments.of(group.getValue(), group.getKey().jdk(), group.getKey()));
  }

  @ParameterizedTest(name = "{0} on {1}", allowZeroInvocations = true)
  @MethodSource("groups")
  @Timeout(value = 24, unit = TimeUnit.HOURS) // The program has a limit of its own.
  @Rule({"2.2", "5.4", "6.1", "6.3", "6.5", "7.1", "10.2", "10.3", "10.4", "10.5", "10.6", "10.7"})
  void everyScenarioEndsAsItsModelAllows(List<FuzzMode> modes, Jdk jdk, Jvm jvm)
      throws IOException {
    Path options = Files.createTempFile(folder, "options", ".properties");
    Files.writeString(options, options());

    Program program =
        Program.run(
            jvm.arg("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .agent("config=" + options)
                .command(FuzzMain.class.getName(), arguments(modes)),
            Map.of(),
            PATIENCE);

    List<String> lines = program.out().lines().toList();
    assertThat(program.exit()).as("%s", program).isZero();
    assertThat(lines.stream().filter(line -> line.startsWith("fault\t")).map(l -> told(l, jdk)))
        .isEmpty();
    assertThat(lines.stream().filter(line -> line.matches("hung\t.*\thangs at .*")).count())
        .as("%s", program)
        .isLessThanOrEqualTo(1 + played(lines) / PLAYED_FOR_A_HANG);
    assertThat(lines).as("%s", program).contains("held\twaiting=0 replay=0", "left\tleft=0");
    assertThat(lines.stream().filter(line -> line.startsWith("played\t"))).hasSameSizeAs(modes);
  }

  private static long played(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("played\t"))
        .mapToLong(line -> Long.parseLong(line.split("\t", 4)[2]))
        .sum();
  }

  private static List<String> arguments(List<FuzzMode> modes) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                Long.toString(seed()),
                Integer.toString(NUMBER < 0 ? SCENARIOS : 1),
                Double.toString(NUMBER < 0 ? MINUTES : 0),
                Integer.toString(AT_ONCE),
                Integer.toString(Math.max(NUMBER, 0))));
    modes.stream().map(FuzzMode::argument).forEach(arguments::add);
    return arguments;
  }

  /** Of its own, or of the commit that the build is about; a long run draws a new one. */
  private static long seed() {
    return Long.parseLong(
        property("fuzz.seed", Long.toString(NetForm.LONG ? DRAWN : Seed.number())));
  }

  private static String property(String name, String otherwise) {
    String value = System.getProperty(name, "");
    return value.isBlank() ? otherwise : value;
  }

  /** What happened, and the command that plays it alone. */
  private static String told(String line, Jdk jdk) {
    String[] fault = line.split("\t", 4);
    String client = fault[1].replaceFirst("-(http2|minimal)$", "");
    return fault[1]
        + " on Java "
        + jdk.feature()
        + ": "
        + fault[3]
        + "\n  mvn verify -pl agent,agent-tests/contract -am -Dtest=FuzzNetTest"
        + " -Dsurefire.failIfNoSpecifiedTests=false -Dcontract.clients="
        + client
        + " -Dfuzz.seed="
        + seed()
        + " -Dfuzz.number="
        + fault[2]
        + (NetForm.LONG ? " -Dnets.form=long -Dnets.jdks=" + jdk.feature() : "");
  }

  private static String options() {
    String common =
        """
        budget = off
        replay-buffer = 64KiB:64MiB
        max-waiting = none
        log-level = warn
        max-retries = 20
        max-error-retries = 20
        backoff = none
        jitter = none
        deadline = 30s
        """;
    return common
        + Stream.of("range", "sse", "watch")
            .flatMap(
                kind ->
                    Stream.of("", "-first")
                        .flatMap(
                            commit ->
                                Stream.of("", "-slow").map(pace -> route(kind, commit, pace))))
            .collect(Collectors.joining());
  }

  private static String route(String kind, String commit, String pace) {
    String name = kind + commit + pace;
    String key = "route." + name + ".";
    return key
        + "match = http://*:*/"
        + name
        + "/**\n"
        + key
        + "resume = "
        + kind
        + "\n"
        + (commit.isEmpty() ? "" : key + "commit = first-byte\n")
        + (pace.isEmpty() ? "" : key + "backoff = " + SLOW + "\n");
  }
}

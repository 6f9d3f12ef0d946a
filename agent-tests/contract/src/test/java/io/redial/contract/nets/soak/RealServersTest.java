package io.redial.contract.nets.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Servers;
import io.redial.contract.nets.load.Mode;
import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same invariants where the server is nginx or HAProxy, and reloads all the time. */
@Tag("servers")
@Tag(Sampling.DIVIDED)
final class RealServersTest {
  @TempDir private static Path folder;

  static Stream<Arguments> sites() {
    return Seed.some(
        Stream.of(Proxy.Kind.values())
            .flatMap(kind -> Mode.all().stream().map(mode -> Arguments.of(kind, mode))),
        RealServersTest.class);
  }

  @ParameterizedTest(name = "{0}, {1}", allowZeroInvocations = true)
  @MethodSource("sites")
  @Rule({"1.2", "1.4", "2.8", "5.2", "6.1", "6.5"})
  void nothingIsLostOrSentTwiceOrLeftBehind(Proxy.Kind kind, Mode mode) throws Exception {
    assumeTrue(
        kind.isThere(), () -> kind + " is not in " + Servers.folder() + ": agent-tests/servers.sh");
    SoakTrial trial =
        new SoakTrial(
            mode,
            true,
            Jdks.running(),
            Files.createTempDirectory(folder, "soak"),
            () -> new Proxy(kind, Files.createTempDirectory(folder, kind.toString()), h2c(mode)),
            Faults.NONE.name());
    List<String> broken = trial.run(Settings.SERVER_MILLIS, Settings.SERVER_MILLIS);
    ServersTable.add(kind, trial, broken);
    assertThat(broken).as("%s, %s", kind, mode).isEmpty();
  }

  /** java.net.http asks for an upgrade, which neither server knows. */
  private static boolean h2c(Mode mode) {
    return mode.name().endsWith("http2") && mode.client().label().startsWith("apache5");
  }

  @AfterAll
  static void print() {
    ServersTable.print();
  }
}

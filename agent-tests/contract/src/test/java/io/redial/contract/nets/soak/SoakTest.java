package io.redial.contract.nets.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Rule;
import io.redial.contract.nets.load.Mode;
import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a server does, nothing is sent twice that must not be, no attempt comes too soon, no
 * call hangs, nothing is left behind, and no program sees an exception that its client does not
 * have.
 */
@Tag("soak")
@Tag(Sampling.HEAVY)
@Tag(Sampling.DIVIDED)
final class SoakTest {
  @TempDir private static Path folder;

  static List<Mode> modes() {
    return Seed.some(Mode.all().stream(), SoakTest.class).toList();
  }

  @BeforeAll
  static void printSeeds() {
    System.out.println("Soak with -Dsoak.seed=" + Settings.seedText());
  }

  @ParameterizedTest(name = "{0}", allowZeroInvocations = true)
  @MethodSource("modes")
  @Rule({"1.2", "1.4", "2.8", "3.4", "5.2", "6.1", "6.5", "8.1"})
  void nothingIsLostOrSentTwiceOrLeftBehind(Mode mode) throws Exception {
    SoakTrial trial =
        new SoakTrial(
            mode,
            false,
            Jdks.running(),
            Files.createTempDirectory(folder, "soak"),
            () -> new SoakServer(Settings.SEEDS, protocol(mode)),
            Settings.FAULT);
    int count = modes().size();
    List<String> broken = trial.run(Settings.millisWith(count), Settings.millisWithout(count));
    SoakTable.add(trial, broken);
    assertThat(broken).as("%s, -Dsoak.seed=%s", mode, Settings.seedText()).isEmpty();
  }

  private static String protocol(Mode mode) {
    return mode.name().endsWith("http2") ? "h2" : "http/1.1";
  }

  @AfterAll
  static void print() {
    SoakTable.print();
  }
}

package io.redial.contract.nets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Rule;
import io.redial.contract.nets.NetForm;
import io.redial.sampling.Sampling;
import io.redial.sampling.Seed;
import java.io.IOException;
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

/**
 * Many calls that all succeed, and many that are cancelled, come to the same without the agent and
 * with it. Nothing is said of how fast they are.
 */
@Tag("nets")
@Tag("load")
@Tag(Sampling.HEAVY)
@Tag(Sampling.DIVIDED)
final class LoadNetTest {
  /**
   * An excess that does not come again is one by chance. Pools of cached threads differ by one
   * thread from run to run, so that a few runs without the agent may all show fewer.
   */
  private static final int TRIALS = 6;

  @TempDir private static Path folder;

  static Stream<Arguments> modes() {
    return Seed.some(Mode.all().stream(), LoadNetTest.class)
        .flatMap(mode -> NetForm.jdks(mode.client()).map(jdk -> Arguments.of(mode, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}", allowZeroInvocations = true)
  @MethodSource("modes")
  @Rule({"1.1", "1.5", "6.5", "11.1"})
  void callsComeToTheSameAsWithoutTheAgent(Mode mode, Jdk jdk) throws IOException {
    Path routes = Files.createTempFile(folder, "routes", ".properties");
    Files.writeString(routes, Variant.routes());
    LoadTrial trial = new LoadTrial(mode, jdk, routes);
    List<Comparison> comparisons = trial.all();
    assertThat(comparisons).isNotEmpty();
    comparisons.forEach(comparison -> LoadTable.add(mode, jdk.feature(), comparison));

    assertThat(comparisons.stream().flatMap(one -> named(one, one.faults()))).isEmpty();
    List<Comparison> excessive = excessive(comparisons);
    for (int i = 1; i < TRIALS && !excessive.isEmpty(); i++) {
      excessive = excessive(trial.again(excessive));
    }
    assertThat(excessive.stream().flatMap(one -> named(one, one.excesses()))).isEmpty();
  }

  private static Stream<String> named(Comparison comparison, List<String> differences) {
    return differences.stream().map(difference -> comparison + ": " + difference);
  }

  private static List<Comparison> excessive(List<Comparison> comparisons) {
    return comparisons.stream().filter(one -> !one.excesses().isEmpty()).toList();
  }

  @AfterAll
  static void print() {
    LoadTable.printRounds();
  }
}

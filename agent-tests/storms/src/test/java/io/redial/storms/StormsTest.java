package io.redial.storms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slice of the experiment, to show that all of it runs; the real one is run.sh. */
final class StormsTest {
  private static final Path AGENT = Path.of(System.getProperty("contract.agent.jar"));

  @Test
  void everyWayToRetryMakesItsCallsAndIsReported(@TempDir Path docs) throws IOException {
    List<Run> runs = Main.runAll(Scenario.SMOKE, List.of(Variant.values()), AGENT);
    Main.write(runs, docs);

    assertThat(runs)
        .allSatisfy(
            run -> {
              assertThat(run.requests()).hasSizeGreaterThanOrEqualTo(run.scenario().calls());
              assertThat(run.successAfter()).isPositive();
            });
    assertThat(Files.readString(docs.resolve("storms.md")))
        .contains("| Redial, defaults |")
        .doesNotContain("{{");
    assertThat(Files.readString(docs.resolve("storms.svg")))
        .startsWith("<svg")
        .endsWith("</svg>\n");
  }

  @Test
  void theDefaultsKeepWithinTheirBudget() throws IOException {
    Run run = Callers.run(Variant.REDIAL, Scenario.SMOKE, AGENT);

    assertThat(Bound.holds(run)).isTrue();
  }
}

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
  private static final Path AGENT = Path.of(System.getProperty("redial.agent.jar"));

  @Test
  void waysToRetryMakeTheirCallsAndAreReported(@TempDir Path docs) throws IOException {
    List<Variant> variants = List.of(Variant.NONE, Variant.HTTPCLIENT_5, Variant.REDIAL);
    List<Run> runs = Main.runAll(Scenario.SMOKE, variants, AGENT);
    Main.write(runs, docs);

    int calls = Scenario.SMOKE.calls();
    for (Run run : runs) {
      assertThat(run.requests()).hasSizeGreaterThanOrEqualTo(calls);
      assertThat(run.successAfter()).isPositive();
    }
    assertThat(runs.get(2).requests().size()).isBetween(calls + 1, Bound.requestsOf(calls));
    assertThat(Files.readString(docs.resolve("storms.md")))
        .contains("| Redial, defaults |")
        .doesNotContain("{{");
    assertThat(Files.readString(docs.resolve("storms.svg")))
        .startsWith("<svg")
        .endsWith("</svg>\n");
  }
}

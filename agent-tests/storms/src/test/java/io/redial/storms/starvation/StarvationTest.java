package io.redial.storms.starvation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A slice of the experiment, to show that all of it runs; the real one is starvation.sh. */
final class StarvationTest {
  private static final Path AGENT = Path.of(System.getProperty("redial.agent.jar"));

  @Test
  void servicesAndJobsMakeTheirCallsAndAreReported() throws IOException {
    Main main = new Main(AGENT, AGENT, 1, 500);

    assertThat(main.row(new Outage(4, 2, 20, "/busy/1", 2)))
        .matches(
            "\\| 4 threads beside 2 \\| `Retry-After: 1` \\| 2 \\| [0-9]+ \\| [0-9]+"
                + " \\| [0-9]\\.[0-9]{2} \\| [0-9]+ \\| [0-9]\\.[0-9]{2} \\|");
    assertThat(main.jobRow(2)).isEqualTo("| 2 | 20 | 2 | 0 | 0 |");
  }
}

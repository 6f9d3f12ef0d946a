package io.redial.benchmarks;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MainTest {
  @Test
  void everyBenchmarkRuns() {
    Path redial = Path.of(System.getProperty("redial.agent.jar")).toAbsolutePath();

    assertThatCode(() -> Main.run(Effort.SMOKE, redial)).doesNotThrowAnyException();
  }
}

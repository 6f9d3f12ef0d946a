package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.sampling.Sampling;
import io.redial.subjects.programs.ManyHosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rule 5.6: whatever hosts strangers make a program call, what is kept of them fits a small heap.
 */
@Tag("programs")
@Tag(Sampling.HEAVY)
final class ManyHostsTest {
  private static final Jvm SMALL =
      Jvm.of(Jdks.running()).arg("-Xmx64m", "-XX:+ExitOnOutOfMemoryError");

  @TempDir private Path folder;

  @Test
  @Rule("5.6")
  void neitherTheNumberOfHostsNorTheLengthOfTheirNamesFillsTheHeap() {
    String everythingByHost =
        "backoff=fixed:0s,backoff-scope=host,max-error-retries=1,rate-limit=bucket:1000:1000";

    Program program =
        Program.run(
            SMALL.agent(everythingByHost), ManyHosts.class, "4000", "20000", "12000", "250");

    assertThat(program.err()).contains("java.net.http in use").doesNotContain("OutOfMemory");
    assertThat(program.out()).isEqualToIgnoringNewLines("failed 16000");
    assertThat(program.exit()).isZero();
  }

  @Test
  @Rule("5.6")
  void manyRoutesAreNotRememberedForEachHost() throws IOException {
    StringBuilder options = new StringBuilder("max-error-retries=0\nroute.r.match=http://a/\n");
    for (int i = 0; i < 20_000; i++) {
      options.append("route.").append(i).append(".match=http://*/r").append(i).append('\n');
    }
    Path file = Files.writeString(folder.resolve("orders.properties"), options);

    Program program = Program.run(SMALL.agent("config=" + file), ManyHosts.class, "1000", "20");

    assertThat(program.err()).contains("java.net.http in use").doesNotContain("OutOfMemory");
    assertThat(program.out()).isEqualToIgnoringNewLines("failed 1000");
    assertThat(program.exit()).isZero();
  }
}

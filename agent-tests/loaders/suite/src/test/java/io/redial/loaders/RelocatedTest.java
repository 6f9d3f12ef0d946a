package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that a vendor's build moved to other packages (option {@code relocated-clients}). */
class RelocatedTest extends Served {
  private static final Path WHOLE = Program.built("vendor/target/vendor-whole.jar");
  private static final Path MINIMIZED = Program.built("vendor/target/vendor-minimized.jar");

  static List<Java> runtimes() {
    return Java.runtimes();
  }

  @ParameterizedTest
  @MethodSource("runtimes")
  void areCovered(Java java) throws Exception {
    Program program =
        Program.on(java)
            .agent()
            .classPath(List.of(WHOLE))
            .with("com.example.fetch.Main")
            .run(fetches("Fetch4", "Fetch4Async", "Fetch5", "Fetch5Async"));

    assertThat(program.out()).containsExactly(RETRIED, RETRIED, RETRIED, RETRIED);
    assertThat(program.err()).contains("com.vendor.internal.hc");
    assertNoComplaint(program);
  }

  /** Beside each other in one loader. */
  @Test
  void areCoveredBesideTheOriginals() throws Exception {
    Program program =
        Program.on(Java.running())
            .agent()
            .classPath(List.of(WHOLE, Program.library("httpclient-4.5.14").get(0)))
            .with("com.example.fetch.Main")
            .run(fetches("Fetch4"));

    assertThat(program.out()).containsExactly(RETRIED);
    assertNoComplaint(program);
  }

  @ParameterizedTest
  @MethodSource("runtimes")
  void workWithWhatAMinimizedJarHas(Java java) throws Exception {
    Program program =
        Program.on(java)
            .agent()
            .classPath(List.of(MINIMIZED))
            .with("com.vendor.Shop")
            .run(server.url(0, "four"), server.url(0, "five"));

    assertThat(program.out()).containsExactly(RETRIED, RETRIED);
    assertNoComplaint(program);
  }

  @Test
  void areLeftAloneIfTheOptionSaysSo() throws Exception {
    Program program =
        Program.on(Java.running())
            .agent("relocated-clients=false")
            .classPath(List.of(WHOLE))
            .with("com.example.fetch.Main")
            .run(fetches("Fetch4"));

    assertThat(program.out()).containsExactly("503 attempt 1");
    assertThat(program.err().lines()).as("the start line").hasSize(1);
  }

  @Test
  void areNotSeenInAClassThatHasNoMoreThanTheName() throws Exception {
    Program program =
        Program.on(Java.running())
            .agent("log-level=debug")
            .classPath(List.of(Program.programs()))
            .with("com.example.fetch.impl.client.InternalHttpClient")
            .run();

    assertThat(program.out()).containsExactly("closed");
    assertThat(program.err().lines()).as("the start line").hasSize(1);
  }
}

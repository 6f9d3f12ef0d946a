package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Relocated copies: clients that a vendor's build (Maven Shade) moved to other packages are known
 * by the end of a class's name and by its shape (option {@code relocated-clients}).
 */
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
            .with("com.vendor.fetch.Main")
            .run(fetches("Fetch4", "Fetch4Async", "Fetch5", "Fetch5Async"));

    assertThat(program.out()).containsExactly(RETRIED, RETRIED, RETRIED, RETRIED);
    assertThat(program.err())
        .contains("HttpClient 4 under com.vendor.internal.http in use")
        .contains("HttpAsyncClient 4 under com.vendor.internal.http in use")
        .contains("HttpClient 5 under com.vendor.shaded.org.apache.hc in use");
    assertNoComplaint(program);
  }

  /** Beside each other in one loader. */
  @Test
  void areCoveredBesideTheOriginals() throws Exception {
    List<Path> originals =
        Program.and(Program.and(Program.library("httpclient-4.5"), Program.programs()), WHOLE);
    Program program =
        Program.on(Java.running())
            .agent()
            .classPath(originals)
            .with("com.example.fetch.Main")
            .run(fetches("Fetch4", "com.vendor.fetch.Fetch4"));

    assertThat(program.out()).containsExactly(RETRIED, RETRIED);
    assertThat(program.err())
        .contains("HttpClient 4 in use", "HttpClient 4 under com.vendor.internal.http in use");
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

    assertThat(program.out()).as("%s", program.err()).containsExactly(RETRIED, RETRIED);
    assertNoComplaint(program);
  }

  @Test
  void areLeftAloneWithAWarningIfTheBuildLeftOutTooMuch(@TempDir Path folder) throws Exception {
    String missing = "com/vendor/internal/http/impl/client/RequestWrapper";
    Path jar = Files.copy(WHOLE, folder.resolve("vendor.jar"));
    try (FileSystem entries = FileSystems.newFileSystem(jar)) {
      Files.delete(entries.getPath(missing + ".class"));
    }

    Program program =
        Program.on(Java.running())
            .agent()
            .classPath(List.of(jar))
            .with("com.vendor.fetch.Main")
            .run(fetches("Fetch4"));

    assertThat(program.out()).containsExactly("503 attempt 1");
    assertThat(program.err().lines().filter(line -> line.contains(" redial: warn: ")))
        .singleElement()
        .asString()
        .endsWith(" built without " + missing.replace('/', '.'));
    assertThat(program.err()).doesNotContain("redial: error", "\tat ");
  }

  @Test
  void areLeftAloneIfTheOptionSaysSo() throws Exception {
    Program program =
        Program.on(Java.running())
            .agent("relocated-clients=false")
            .classPath(List.of(WHOLE))
            .with("com.vendor.fetch.Main")
            .run(fetches("Fetch4", "Fetch5"));

    assertThat(program.out())
        .as("as without the agent")
        .containsExactly("503 attempt 1", "503 attempt 2");
    assertThat(program.err().lines().filter(line -> line.contains(" redial: ")))
        .as("the start line")
        .hasSize(1);
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

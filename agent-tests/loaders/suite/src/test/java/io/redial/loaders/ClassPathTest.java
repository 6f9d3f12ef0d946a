package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule 2.1 for a client beside the program, on the class path or the module path. */
class ClassPathTest extends Served {
  static Stream<Arguments> clients() {
    return Java.runtimes().stream()
        .flatMap(
            java ->
                Stream.of(
                    Arguments.of(java, "httpclient-4.3", "Fetch4"),
                    Arguments.of(java, "httpclient-4.5", "Fetch4"),
                    Arguments.of(java, "httpasyncclient-4.0", "Fetch4Async"),
                    Arguments.of(java, "httpasyncclient-4.1", "Fetch4Async"),
                    Arguments.of(java, "httpclient5-5.0", "Fetch5"),
                    Arguments.of(java, "httpclient5-5.6", "Fetch5"),
                    Arguments.of(java, "httpclient5-5.0", "Fetch5Async"),
                    Arguments.of(java, "httpclient5-5.6", "Fetch5Async")));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void retries(Java java, String library, String fetch) throws Exception {
    Program program =
        Program.on(java)
            .agent()
            .classPath(Program.and(Program.library(library), Program.programs()))
            .with("com.example.fetch.Main")
            .run(fetches(fetch));

    assertThat(program.out()).containsExactly(RETRIED);
    assertThat(server.attempts(server.url(0, fetch))).isEqualTo(3);
    assertNoComplaint(program);
  }

  /** So that the other tests prove something. */
  @ParameterizedTest
  @CsvSource({"httpclient-4.5, Fetch4, 1", "httpclient5-5.6, Fetch5, 2"})
  void seesThe503WithoutTheAgent(String library, String fetch, int attempts) throws Exception {
    Program program =
        Program.on(Java.running())
            .classPath(Program.and(Program.library(library), Program.programs()))
            .with("com.example.fetch.Main")
            .run(fetches(fetch));

    assertThat(program.out()).containsExactly("503 attempt " + attempts);
  }

  /** Where {@code !/} in a URL would be taken for the end of the jar's own path. */
  @ParameterizedTest
  @CsvSource({"httpclient-4.5, Fetch4", "httpclient5-5.6, Fetch5"})
  void retriesWithTheAgentInAFolderWithAnExclamationMark(
      String library, String fetch, @TempDir Path folder) throws Exception {
    Path odd = Files.createDirectory(folder.resolve("odd!"));
    Path jar = Files.copy(Program.agentJar(), odd.resolve("agent.jar"));
    Program program =
        Program.on(Java.running())
            .with("-javaagent:" + jar)
            .classPath(Program.and(Program.library(library), Program.programs()))
            .with("com.example.fetch.Main")
            .run(fetches(fetch));

    assertThat(program.out()).containsExactly(RETRIED);
    assertNoComplaint(program);
  }

  @ParameterizedTest
  @CsvSource({"httpclient-4.5, Fetch4", "httpclient5-5.6, Fetch5"})
  void retriesOnTheModulePath(String library, String fetch) throws Exception {
    Program program =
        Program.on(Java.running())
            .agent()
            .with("-p", Program.path(Program.and(Program.library(library), Program.programs())))
            .with(
                "--add-modules", "ALL-MODULE-PATH,jdk.net", "-m", "programs/com.example.fetch.Main")
            .run(fetches(fetch));

    assertThat(program.out()).containsExactly(RETRIED);
    assertNoComplaint(program);
  }
}

package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.sampling.Sampling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An undeployed application's loader is collected: here a plug-in's that is taken away. */
@Tag(Sampling.HEAVY)
class UnloadingTest extends Served {

  static Stream<Arguments> clients() {
    return Java.runtimes().stream()
        .flatMap(
            java ->
                Stream.of(
                    Arguments.of(java, "httpclient-4.5", "Fetch4"),
                    Arguments.of(java, "httpasyncclient-4.1", "Fetch4Async"),
                    Arguments.of(java, "httpclient5-5.6", "Fetch5"),
                    Arguments.of(java, "httpclient5-5.6", "Fetch5Async")));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void isCollectedAfterACallThatWasRetried(Java java, String library, String fetch)
      throws Exception {
    assertCollected(java, library, fetch, server.url(0, fetch), RETRIED);
  }

  /** An exception that is of one of the plug-in's own types. */
  @ParameterizedTest
  @MethodSource("clients")
  void isCollectedAfterAnExceptionThatWasRetried(Java java, String library, String fetch)
      throws Exception {
    assertCollected(java, library, fetch, server.cutUrl(fetch), RETRIED);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void isCollectedAfterACallThatWasNotRetried(Java java, String library, String fetch)
      throws Exception {
    assertCollected(java, library, fetch, server.calmUrl(fetch), CALM);
  }

  private void assertCollected(Java java, String library, String fetch, String url, String answer)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of(fetch, url));
    for (Path jar : Program.and(Program.library(library), Program.programs())) {
      arguments.add(jar.toString());
    }

    Program program =
        Program.on(java)
            .agent("log-level=debug")
            .classPath(List.of(Program.programs()))
            .with("com.example.fetch.host.Plugins")
            .run(arguments.toArray(new String[0]));

    assertThat(program.out()).containsExactly(answer, "collected");
    assertThat(program.err()).as("the agent was at work").contains(" in use: ");
    assertNoComplaint(program);
  }
}

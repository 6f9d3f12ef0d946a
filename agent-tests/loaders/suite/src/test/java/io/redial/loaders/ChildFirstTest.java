package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rule 2.1 in a child-first loader: a plug-in with another version of the client that the program
 * has, too.
 */
class ChildFirstTest extends Served {

  static Stream<Arguments> pairs() {
    return Java.runtimes().stream()
        .flatMap(
            java ->
                Stream.of(
                    Arguments.of(java, "Fetch4", "httpclient-4.3", "httpclient-4.5"),
                    Arguments.of(java, "Fetch4", "httpclient-4.5", "httpclient-4.3"),
                    Arguments.of(java, "Fetch5", "httpclient5-5.0", "httpclient5-5.6")));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void retriesInBoth(Java java, String fetch, String parent, String child) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of(fetch, server.url(0, "parent"), server.url(0, "child")));
    for (Path jar : Program.and(Program.library(child), Program.programs())) {
      arguments.add(jar.toString());
    }

    Program program =
        Program.on(java)
            .agent()
            .classPath(Program.and(Program.library(parent), Program.programs()))
            .with("com.example.fetch.host.ChildFirst")
            .run(arguments.toArray(new String[0]));

    assertThat(program.out()).containsExactly(RETRIED, RETRIED);
    assertNoComplaint(program);
  }
}

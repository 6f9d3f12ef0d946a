package io.redial.loaders;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that may use the network and little else, under a security manager (up to Java 23). */
class SecurityManagerTest extends Served {
  private static final String PROGRAM =
      """
      grant {
        permission java.net.SocketPermission "*", "connect,resolve";
        permission java.util.PropertyPermission "*", "read";
        permission java.lang.RuntimePermission "modifyThread";
        permission jdk.net.NetworkPermission "*";
      };
      """;

  static Stream<Arguments> clients() {
    return Java.runtimes().stream()
        .filter(java -> java.version() <= 23)
        .flatMap(
            java ->
                Stream.of(
                    Arguments.of(java, "httpclient-4.5", "Fetch4", 1),
                    Arguments.of(java, "httpasyncclient-4.1", "Fetch4Async", 1),
                    Arguments.of(java, "httpclient5-5.6", "Fetch5", 2),
                    Arguments.of(java, "httpclient5-5.6", "Fetch5Async", 2)));
  }

  /** Rule 2.1 where the policy trusts the agent: it needs no trust in the program. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("clients")
  void haveRetriesIfTheAgentIsTrusted(
      Java java, String library, String fetch, int own, @TempDir Path folder) throws Exception {
    String trusted =
        """
        grant codeBase "%s" {
          permission java.security.AllPermission;
        };
        """;
    Path policy = folder.resolve("trusting.policy");
    Files.writeString(policy, PROGRAM + trusted.formatted(Program.agentJar().toUri()));

    Program program = run(java, library, fetch, policy);

    assertThat(program.out()).as(program.err()).containsExactly(RETRIED);
    assertNoComplaint(program);
  }

  /** Rule 1.4: what the agent cannot do is not the program's concern. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("clients")
  void goOnAsWithoutTheAgentIfItIsNotTrusted(
      Java java, String library, String fetch, int own, @TempDir Path folder) throws Exception {
    Path policy = Files.writeString(folder.resolve("program.policy"), PROGRAM);

    Program program = run(java, library, fetch, policy);

    assertThat(program.out()).as(program.err()).containsExactly("503 attempt " + own);
  }

  private Program run(Java java, String library, String fetch, Path policy) throws Exception {
    List<Path> classPath = Program.and(Program.library(library), Program.programs());
    return Program.on(java)
        .agent()
        .with("-Djava.security.manager", "-Djava.security.policy==" + policy)
        .classPath(classPath)
        .with("com.example.fetch.Main")
        .run(fetches(fetch));
  }
}

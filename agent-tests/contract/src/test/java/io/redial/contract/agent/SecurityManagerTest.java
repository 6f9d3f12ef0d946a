package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.programs.Hello;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** JVMs with a security manager, which Java had up to 23. */
@Tag("programs")
final class SecurityManagerTest {

  static List<Jdk> jdks() {
    return Stream.of(11, 17).flatMap(version -> Jdks.version(version).stream()).toList();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("jdks")
  void theAgentStaysOutOfTheWay(Jdk jdk) {
    Jvm jvm = Jvm.of(jdk).arg("-Djava.security.manager");

    Program without = Program.run(jvm, Hello.class);
    Program with = Program.run(jvm.agent(""), Hello.class);

    assertThat(with.exit()).as(with.err()).isEqualTo(without.exit());
    assertThat(with.out()).isEqualTo(without.out());
    assertThat(with.err()).doesNotContain("FATAL", "ASSERTION", "premain");
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("jdks")
  void aProgramThatMayUseTheNetworkUsesIt(Jdk jdk, @TempDir Path folder) throws IOException {
    Path policy = folder.resolve("program.policy");
    Files.writeString(
        policy,
        """
        grant {
          permission java.net.SocketPermission "*", "connect,resolve";
          permission java.net.URLPermission "http://127.0.0.1:*/*", "*:*";
          permission java.lang.RuntimePermission "exitVM.*";
        };
        """);
    Jvm jvm = Jvm.of(jdk).arg("-Djava.security.manager", "-Djava.security.policy==" + policy);
    try (FaultServer server = new FaultServer().plays(Answer.ok("1"), Answer.ok("2"))) {
      Program without = Program.run(jvm.command(GET, List.of(server.url())), java.util.Map.of());
      Program with =
          Program.run(jvm.agent("").command(GET, List.of(server.url())), java.util.Map.of());

      assertThat(without.out()).as(without.err()).isEqualTo("status 200\n");
      assertThat(with.out()).as(with.err()).isEqualTo(without.out());
      assertThat(with.exit()).isEqualTo(without.exit());
    }
  }

  private static final String GET = "io.redial.subjects.programs.Get";
}

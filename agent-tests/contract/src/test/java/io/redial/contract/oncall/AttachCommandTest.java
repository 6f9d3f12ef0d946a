package io.redial.contract.oncall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.SubjectProcess;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import io.redial.subjects.Order;
import io.redial.subjects.SendScenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code attach}: from old and new Javas into old and new ones. */
@Tag("programs")
@Tag(Sampling.HEAVY)
final class AttachCommandTest {

  static Stream<Arguments> pairs() {
    return Stream.of(new int[] {8, 8}, new int[] {17, 8}, new int[] {17, 25}, new int[] {25, 17})
        .filter(pair -> Jdks.version(pair[0]).isPresent() && Jdks.version(pair[1]).isPresent())
        .map(
            pair ->
                Arguments.of(
                    Jdks.version(pair[0]).orElseThrow(), Jdks.version(pair[1]).orElseThrow()));
  }

  private static String status(SubjectProcess program, ClientUnderTest client, String url) {
    Order get = new Order().set("client", client.adapter()).set("client-name", "own");
    get.set("method", "GET").set("url", url);
    return program.call(SendScenario.class, get.args()).get("status");
  }

  @ParameterizedTest(name = "from {0} into {1}")
  @MethodSource("pairs")
  @Rule("2.1")
  void aProgramIsRetriedFromThenOn(Jdk from, Jdk into) {
    boolean modern = from.feature() > 8;
    Path tools = from.home().resolve("lib/tools.jar");
    assumeTrue(modern || Files.exists(tools), "a JRE of Java 8 has no tools.jar");
    ClientUnderTest client =
        ClientUnderTest.ALL.stream()
            .filter(one -> one.isSliced() && one.oldest() <= into.feature())
            .findFirst()
            .orElseGet(() -> abort("no chosen client runs on " + into));
    CommandLine redial = CommandLine.by(from.program("java"));
    try (FaultServer server = new FaultServer();
        SubjectProcess program = SubjectProcess.start(client.jvm(into))) {
      server.plays(
          Answer.unavailable("0"),
          Answer.unavailable("0"),
          Answer.unavailable("0"),
          Answer.ok("up"));
      String pid = Long.toString(program.pid());
      assertThat(status(program, client, server.url())).isEqualTo("503");

      Program faulty = redial.run("attach", pid, "max-retrys=2");
      assertThat(faulty.exit()).as("%s", faulty).isEqualTo(1);
      assertThat(faulty.out()).isEmpty();
      assertThat(faulty.err())
          .isEqualToIgnoringNewLines(
              "redial: unknown option max-retrys (agent argument); did you mean max-retries?"
                  + " (not attached)");

      Program attached = redial.run("attach", pid, "max-retries=2,backoff=none");

      assertThat(attached.exit()).as("%s", attached).isZero();
      assertThat(attached.out()).isEqualToIgnoringNewLines("attached to process " + pid);
      assertThat(status(program, client, server.url())).isEqualTo("200");
      assertThat(program.stderr()).contains("max-retries=2").doesNotContain("\tat ");

      Program again = redial.run("attach", pid);
      assertThat(again.exit()).as("%s", again).isEqualTo(3);
      assertThat(again.err()).startsWith("redial: already installed; ").hasLineCount(1);
    }
  }

  @ParameterizedTest
  @MethodSource("io.redial.contract.oncall.IncidentTest#jdks")
  void whatCannotBeAttachedToIsSaidInOneLine(Jdk jdk) {
    CommandLine redial = CommandLine.by(jdk.program("java"));

    Program nobody = redial.run("attach", "999999999");
    Program noNumber = redial.run("attach", "orders");
    Program init = redial.run("attach", "1"); // No Java program.

    assertThat(nobody.exit()).isEqualTo(3);
    assertThat(nobody.err()).startsWith("redial: there is no process 999999999").hasLineCount(1);
    assertThat(noNumber.err()).startsWith("redial: orders is not the number").hasLineCount(1);
    assertThat(init.exit()).as("%s", init).isEqualTo(3);
    assertThat(init.err()).startsWith("redial: ").hasLineCount(1);
    Program alone = redial.run("attach");
    assertThat(alone.exit()).as("%s", alone).isEqualTo(2);
  }
}

package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.programs.GetThenOpen;
import io.redial.subjects.programs.Hello;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs without an HTTP client, from their JVM's start to its end. */
@Tag("programs")
final class StartTest {
  private static final Jvm JVM = Jvm.of(Jdks.running());

  static List<Jdk> jdks() {
    return List.copyOf(Jdks.found());
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aProgramRunsAndEndsAsWithoutTheAgent(Jdk jdk) {
    Program without = Program.run(Jvm.of(jdk), Hello.class);
    Program with = Program.run(Jvm.of(jdk).agent(""), Hello.class);

    assertThat(with.exit()).as(with.err()).isEqualTo(without.exit()).isEqualTo(7);
    assertThat(with.out()).isEqualTo(without.out());
    assertThat(with.err()).endsWith(without.err()).doesNotContain("Exception", "Error", "WARNING");
  }

  @Test
  void noMoreThanThreePackagesAreOpenedAndOnlyByAClient() {
    try (FaultServer server =
        new FaultServer()
            .plays(Answer.ok("one"), Answer.unavailable("1"), Answer.unavailable("1"))
            .plays(Answer.ok("two"), Answer.ok("three"))) {
      Program with = Program.run(JVM.agent(""), GetThenOpen.class, server.url());

      assertThat(with.out().lines().filter(line -> line.startsWith("open")))
          .containsExactly(
              "open []",
              "open [java.lang, jdk.internal.net.http.common]",
              "open [java.lang, jdk.internal.misc, jdk.internal.net.http.common]");
    }
  }

  /** {@code java Fetch.java}: the first thing that a developer tries. */
  @ParameterizedTest
  @MethodSource("jdks")
  void aProgramThatIsRunFromItsSourceFileIsRetried(Jdk jdk, @TempDir Path folder)
      throws IOException {
    assumeTrue(jdk.feature() >= 11, "Java 8 runs no source files");
    Path source =
        Files.writeString(
            folder.resolve("Fetch.java"),
            """
            import java.net.URI;
            import java.net.http.HttpClient;
            import java.net.http.HttpRequest;
            import java.net.http.HttpResponse.BodyHandlers;

            public class Fetch {
              public static void main(String[] args) throws Exception {
                HttpRequest request = HttpRequest.newBuilder(URI.create(args[0])).build();
                HttpClient client = HttpClient.newHttpClient();
                System.out.print(client.send(request, BodyHandlers.ofString()).body());
              }
            }
            """);
    try (FaultServer server = new FaultServer().plays(Answer.unavailable("0"), Answer.ok("two"))) {
      List<String> command =
          Jvm.of(jdk).agent("").command(source.toString(), List.of(server.url()));

      Program program = Program.run(command, Map.of());

      assertThat(program.out()).as(program.err()).isEqualTo("two");
    }
  }

  @Test
  void aMisspelledOptionIsNamedInOneLineAndTheProgramRuns() {
    Program without = Program.run(JVM, Hello.class);
    Program with = Program.run(JVM.agent("max-retrys=3"), Hello.class);

    assertThat(with.exit()).isEqualTo(without.exit());
    assertThat(with.out()).isEqualTo(without.out());
    assertThat(with.err().lines().filter(line -> line.contains("max-retrys")))
        .singleElement()
        .asString()
        .contains("max-retries");
    assertThat(with.err().lines().count()).isLessThanOrEqualTo(3);
  }

  @Test
  void aMisspelledOptionStopsAStrictProgramBeforeMain() {
    Program with = Program.run(JVM.agent("max-retrys=3,strict=true"), Hello.class);

    assertThat(with.exit()).isEqualTo(1);
    assertThat(with.out()).isEmpty();
    assertThat(with.err())
        .contains("max-retrys", "max-retries")
        .doesNotContain("hello", "Exception", "\tat ");
  }

  @Test
  void anAgentAttachedTwiceSaysSoAndDoesNoHarm() {
    Program with = Program.run(JVM.agent("max-retries=3").agent("max-retries=4"), Hello.class);

    assertThat(with.exit()).isEqualTo(7);
    assertThat(with.out()).isEqualTo(Program.run(JVM, Hello.class).out());
    assertThat(with.err()).doesNotContain("Exception").containsIgnoringCase("already");
  }

  @Test
  void aProgramWithoutAClientLoadsNothingThatWeaves(@TempDir Path folder) throws IOException {
    Path log = folder.resolve("classes.log");

    Program with =
        Program.run(
            JVM.agent("").arg("-Xlog:class+load:file=" + log + "::filecount=0"), Hello.class);

    assertThat(with.exit()).isEqualTo(7);
    List<String> classes = Files.readAllLines(log);
    assertThat(classes).anyMatch(line -> line.contains(" io.redial.RedialAgent "));
    assertThat(classes)
        .noneMatch(line -> line.contains("bytebuddy"))
        .noneMatch(line -> line.contains(" io.redial.shaded."))
        .noneMatch(line -> line.contains(" io.redial.client.jdk."))
        .noneMatch(line -> line.contains(" java.net.http."));
  }

  @Test
  void javaToolOptionsAttachAndAnEnvironmentOptionHolds() {
    Map<String, String> environment =
        Map.of(
            "JAVA_TOOL_OPTIONS", AgentJar.option(""),
            "OTEL_SERVICE_NAME", "orders",
            "REDIAL_MAX_RETRIES", "1");
    try (FaultServer server = new FaultServer();
        Fetcher program = Fetcher.start(JVM, environment)) {
      server.plays(Answer.unavailable("0"), Answer.ok("up"));
      assertThat(program.get(server.url())).isEqualTo("status 200");
      server.plays(Answer.unavailable("0"), Answer.unavailable("0"));
      assertThat(program.get(server.url())).isEqualTo("status 503");

      assertThat(server.attempts()).hasSize(4);
      assertThat(program.err("Picked up JAVA_TOOL_OPTIONS")).hasSize(1);
    }
  }

  @Test
  void theLogGoesToAFileAndToStandardErrorIfThatCannotBe(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("redial.log");
    Program with = Program.run(JVM.agent("log=file:" + file), Hello.class);
    Path missing = folder.resolve("missing").resolve("redial.log");
    Program fallen = Program.run(JVM.agent("log=file:" + missing), Hello.class);

    assertThat(with.exit()).isEqualTo(7);
    assertThat(with.err()).isEqualTo(Program.run(JVM, Hello.class).err());
    assertThat(Files.readAllLines(file))
        .singleElement()
        .asString()
        .contains(" redial: info: ", "; covers java.net.http");
    assertThat(fallen.exit()).isEqualTo(7);
    assertThat(fallen.err())
        .contains(" redial: warn: cannot write log file " + missing, "; covers java.net.http");

    try (FaultServer server = new FaultServer();
        Fetcher program = Fetcher.start(JVM.agent("log=file:" + missing))) {
      server.plays(Answer.ok("up"));
      assertThat(program.get(server.url())).isEqualTo("status 200");
      assertThat(program.err("cannot write log file")).as("said once").hasSize(1);
    }
  }

  @Test
  void aServicesNameForgesNoLine() {
    for (String options : List.of("", "max-retries=1")) {
      try (FaultServer server = new FaultServer();
          Fetcher program =
              Fetcher.start(
                  JVM.agent(options), Map.of("OTEL_SERVICE_NAME", "a\nredial: error: forged"))) {
        server.plays(Answer.ok("up"));
        program.get(server.url());

        assertThat(program.err()).hasSize(2);
        assertThat(program.err("forged")).isEmpty();
      }
    }
  }

  @Test
  void redialsOwnCommandLineIsLeftAloneWhateverTheVariableSays() {
    List<String> command =
        List.of(
            Jdks.running().program("java").toString(), "-jar", AgentJar.path().toString(), "ps");
    Program with =
        Program.run(
            command, Map.of("JAVA_TOOL_OPTIONS", AgentJar.option("strict=true,max-retrys=1")));

    assertThat(with.exit()).as("%s", with).isZero();
    assertThat(with.err().lines()).singleElement().asString().startsWith("Picked up");
  }

  @Test
  void oneLineAtStartOneAtFirstUseAndThenOutcomesOnly() {
    try (FaultServer server = new FaultServer();
        Fetcher program = Fetcher.start(JVM.agent("service=orders"))) {
      server.plays(
          Answer.ok("at once"),
          Answer.unavailable("0"),
          Answer.ok("late"),
          Answer.unavailable("60"));
      program.get(server.url());
      program.get(server.url());
      program.get(server.url());

      String java = System.getProperty("java.version");
      assertThat(program.err()).hasSize(3);
      assertThat(program.err().get(0))
          .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z redial: info: .*")
          .contains(" on Java " + java + ", service orders, no options file; covers java.net.http");
      assertThat(program.err().get(1))
          .contains(
              " redial: info: java.net.http in use: enabled=true mode=active rollout=100%",
              " max-retries=10 ", " deadline=15s ");
      assertThat(program.err().get(2))
          .contains(" redial: info: [call 1] GET " + server.url() + ": 200 after 2 attempts");
    }
  }

  @ParameterizedTest
  @CsvSource({"javac, -version", "jcmd, -h", "jps, -q", "keytool, -h"})
  void theJdksOwnToolsPrintWhatTheyPrintWithoutTheAgent(String tool, String argument) {
    Path program = Jdks.running().program(tool);
    assumeTrue(Files.exists(program), "this Java has no " + tool);
    List<String> command = List.of(program.toString(), argument);
    Program with = Program.run(command, Map.of("JAVA_TOOL_OPTIONS", AgentJar.option("")));
    Program without = Program.run(command, Map.of());

    assertThat(with.exit()).as("%s", with).isEqualTo(without.exit());
    if (!tool.equals("jps")) { // Which lists the processes of the moment.
      assertThat(with.out()).isEqualTo(without.out());
    }
    // The JVM itself says "Picked up JAVA_TOOL_OPTIONS".
    assertThat(with.err().lines().filter(line -> !line.startsWith("Picked up")))
        .containsExactlyElementsOf(without.err().lines().toList());
  }
}

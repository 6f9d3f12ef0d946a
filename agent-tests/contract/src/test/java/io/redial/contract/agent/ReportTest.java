package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The command {@code report}, run from the jar, on recordings of programs with the agent. */
@Tag("programs")
final class ReportTest {
  private static final String GET = "io.redial.subjects.programs.Get";

  @TempDir private static Path folder;
  private static Path recording;
  private static String url;

  static List<Jdk> readers() {
    return Jdks.found().stream().filter(jdk -> jdk.feature() >= 11).toList();
  }

  @BeforeAll
  static void record() {
    recording = folder.resolve("calls.jfr");
    try (FaultServer server = new FaultServer()) {
      server.plays(Answer.unavailable("1"), Answer.unavailable("1"));
      url = server.url("");
      Jvm jvm =
          Jvm.of(Jdks.running())
              .arg("-XX:StartFlightRecording=filename=" + recording + ",dumponexit=true")
              .agent("service=orders,jitter=none,backoff=none,max-retries=1");
      Program with = Program.run(jvm.command(GET, List.of(server.url("/a's&c?d=e"))), Map.of());
      assertThat(with.err()).as("%s", with).contains("503 after 2 attempts");
    }
  }

  private static Program report(Jdk jdk, Object... arguments) {
    List<String> command = new ArrayList<>();
    command.add(jdk.program("java").toString());
    command.addAll(List.of("-jar", AgentJar.path().toString(), "report"));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return Program.run(command, Map.of());
  }

  @ParameterizedTest
  @MethodSource("readers")
  @Rule({"11.3", "11.4"})
  void thePageShowsTheCallItsAttemptsItsWaitAndTheRefusal(Jdk jdk) throws Exception {
    Path page = folder.resolve("calls-" + jdk.feature() + ".html");

    Program report = report(jdk, recording, "--output", page);

    assertThat(report.err()).isEmpty();
    assertThat(report.exit()).isZero();
    assertThat(report.out()).isEqualToIgnoringNewLines(page.toString());
    assertThat(Files.readString(page))
        .startsWith("<!doctype html>")
        .contains("<h1>Retries of orders</h1>", "<p>calls.jfr: 20", ".legend", "</footer>")
        .contains("service orders: <code>max-retries=1 backoff=none jitter=none</code></p>")
        .contains("<dt>Recovered</dt><dd>0</dd><dd>of 1 retried</dd>")
        .contains("<dt>Failed</dt><dd>1</dd><dd>0 of them not retried</dd>")
        .contains("<th scope=\"row\">" + url + "</th>")
        .contains("<small>retry-after 1</small>", "<small>max-retries 1</small>")
        .contains("the call had used up its retries")
        .contains("\"request\": \"GET " + url + "/a's&c\"")
        .contains("\"plannedWaitMillis\": 1000", "\"notRetried\": \"max-retries\"")
        .doesNotContain("d=e");
  }

  @ParameterizedTest
  @MethodSource("readers")
  void jsonHasTheSame(Jdk jdk) {
    Program report = report(jdk, recording, "--json");

    assertThat(report.exit()).as(report.err()).isZero();
    assertThat(report.out().replaceAll("\\s+", ""))
        .startsWith("{\"recording\":\"calls.jfr\",")
        .contains("\"agents\":[{\"service\":\"orders\",\"version\":\"")
        .contains("\"all\":{\"calls\":1,\"recovered\":0,\"failed\":1,\"neverRetried\":0,")
        .contains("\"retriesByReason\":{\"retry-after\":1}")
        .contains("\"refusalsByReason\":{\"max-retries\":1}")
        .contains("\"plannedWaitMillis\":1000")
        .endsWith("]}");
  }

  @Test
  void java8SaysThatItCannotReadRecordings() {
    Jdk java8 = Jdks.version(8).orElse(null);
    Assumptions.assumeTrue(java8 != null, "no JDK 8 was found");

    refuses(report(java8, recording), "1.8.0_");
  }

  @Test
  void anImageWithoutTheRecorderSaysSo() {
    Program report =
        Program.run(
            List.of(
                Jdks.running().program("java").toString(),
                "--limit-modules=java.base",
                "-jar",
                AgentJar.path().toString(),
                "report",
                recording.toString()),
            Map.of());

    refuses(report, Jdks.running().feature() + ".");
  }

  private static void refuses(Program report, String version) {
    assertThat(report.exit()).isEqualTo(3);
    assertThat(report.out()).isEmpty();
    assertThat(report.err().lines()).hasSize(1);
    assertThat(report.err())
        .startsWith("redial: " + recording + " cannot be read by this Java (" + version)
        .endsWith("report needs Java 11 or newer with the module jdk.jfr" + System.lineSeparator());
  }
}

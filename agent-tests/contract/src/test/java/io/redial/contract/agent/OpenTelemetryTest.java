package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.SubjectProcess;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Order;
import io.redial.subjects.SendScenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The OpenTelemetry agent beside ours: it has to see each attempt, whoever comes first. */
final class OpenTelemetryTest {
  private static final String OTHER = "-javaagent:" + AgentJar.other("opentelemetry-javaagent.jar");

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Rule("1.1")
  void everyAttemptHasAClientSpanOfItsOwn(boolean oursFirst) {
    Jvm jvm =
        Jvm.of(Jdks.running())
            .arg(
                "-Dotel.traces.exporter=console",
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none");
    Jvm both = oursFirst ? jvm.agent("").arg(OTHER) : jvm.arg(OTHER).agent("");
    try (SubjectProcess process = SubjectProcess.start(both);
        FaultServer server = new FaultServer()) {
      int attempts = 0;
      for (ClientUnderTest client : ClientUnderTest.ALL) {
        server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));
        attempts += 3;

        assertThat(
                process.call(
                    SendScenario.class,
                    new Order().set("client", client.adapter()).set("url", server.url()).args()))
            .containsEntry("status", "200");

        int expected = attempts;
        assertThat(server.attempts()).hasSize(expected);
        Eventually.until(() -> clientSpans(process) >= expected);
        assertThat(clientSpans(process)).as(client.label()).isEqualTo(expected);
      }
      assertThat(server.attempts())
          .extracting(attempt -> attempt.header("traceparent"))
          .doesNotContainNull()
          .doesNotHaveDuplicates();
    }
  }

  private static long clientSpans(SubjectProcess process) {
    return process.stderr().lines().filter(line -> line.contains(" CLIENT ")).count();
  }
}

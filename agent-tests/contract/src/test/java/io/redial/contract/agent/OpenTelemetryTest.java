package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.SubjectProcess;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import io.redial.subjects.Order;
import io.redial.subjects.SendScenario;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The OpenTelemetry agent beside ours: it has to see each attempt, whoever comes first. */
@Tag("programs")
@Tag(Sampling.HEAVY)
final class OpenTelemetryTest {
  private static final String OTHER = "-javaagent:" + AgentJar.other("opentelemetry-javaagent.jar");

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Rule("1.1")
  void everyAttemptHasAClientSpanOfItsOwn(boolean oursFirst) {
    Jvm both = beside(Jvm.of(Jdks.running()), oursFirst);
    try (SubjectProcess process = SubjectProcess.start(both);
        FaultServer server = new FaultServer()) {
      int attempts = 0;
      for (ClientUnderTest client : List.of(ClientUnderTest.JDK_SYNC, ClientUnderTest.JDK_ASYNC)) {
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

  /** That agent's spans of Apache's blocking clients are above ours: one for a call. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Rule("1.1")
  void apachesClientsAreRetriedBesideIt(boolean oursFirst) {
    Jvm newest = ClientUnderTest.JDK_SYNC.jvm(Jdks.running());
    List<ClientUnderTest> apaches = apaches(newest);
    assumeTrue(!apaches.isEmpty(), "none of Apache's newest clients is among those chosen");
    try (SubjectProcess process = SubjectProcess.start(beside(newest, oursFirst))) {
      for (ClientUnderTest client : apaches) {
        isRetried(client, process);
      }
    }
  }

  private static void isRetried(ClientUnderTest client, SubjectProcess process) {
    long before = clientSpans(process);
    try (FaultServer server = new FaultServer()) {
      server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));

      Order get = new Order().set("client", client.adapter()).set("url", server.url());
      assertThat(process.call(SendScenario.class, get.args())).containsEntry("status", "200");

      assertThat(server.attempts()).hasSize(3);
      // Of asynchronous clients it may show the attempts, the call, or both.
      int most = client.label().contains("async") ? 4 : 1;
      Eventually.until(() -> clientSpans(process) > before);
      await()
          .during(Duration.ofSeconds(1))
          .atMost(Duration.ofSeconds(20))
          .until(() -> clientSpans(process) <= before + most);
    }
  }

  /** Those that share a process, because that agent takes seconds to start. */
  private static List<ClientUnderTest> apaches(Jvm jvm) {
    return ClientUnderTest.ALL.stream()
        .filter(client -> client.label().startsWith("apache"))
        .filter(client -> client.isSliced() && client.jvm(jvm.jdk()).equals(jvm))
        .toList();
  }

  private static Jvm beside(Jvm jvm, boolean oursFirst) {
    Jvm traced =
        jvm.arg(
            "-Dotel.traces.exporter=console",
            "-Dotel.metrics.exporter=none",
            "-Dotel.logs.exporter=none");
    return oursFirst ? traced.agent("").arg(OTHER) : traced.arg(OTHER).agent("");
  }

  private static long clientSpans(SubjectProcess process) {
    return process.stderr().lines().filter(line -> line.contains(" CLIENT ")).count();
  }
}

package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.initializing.InitializingServer;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Reply;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** Rule 9.1: servers that are starting (KEP-3028), with the sample's server as the other side. */
final class IfReadyTest {
  private static final String READY = "X-Kubernetes-Ready";

  @ContractTest
  @Rule("9.1")
  void aClientSurvivesTheServersInitialisation(Subject subject) throws IOException {
    try (InitializingServer server = InitializingServer.start(0, 1)) {
      Subject configured = subject.with("if-ready=true");
      Pending call = configured.get(server.url()).start();
      Eventually.until(() -> configured.bean().retries("retry-after") > 0);
      server.initialized();
      Reply reply = call.reply();

      assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
      assertThat(header(reply, READY)).isEqualTo("true");
    }
  }

  @ContractTest
  @Rule({"9.1", "1.2"})
  void theLastResponseReachesTheApplicationWithItsHeader(Subject subject) throws IOException {
    try (InitializingServer server = InitializingServer.start(0, 1)) {
      Reply reply = subject.with("if-ready=true,max-retries=1").get(server.url()).send();

      assertThat(reply.get("status")).isEqualTo("503");
      assertThat(header(reply, READY)).isEqualTo("false");
      assertThat(header(reply, "Retry-After")).isEqualTo("1");
      assertThat(reply.get("body.text")).startsWith("Not initialised yet");
    }
  }

  @ContractTest
  @Rule("9.1")
  void everyAttemptCarriesTheHeaderAndTheApplicationDoesNotSeeIt(
      Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("pods"));

    Reply reply = subject.with("if-ready=true").get(server.url()).send();

    assertThat(server.attempts())
        .extracting(attempt -> attempt.header("X-Kubernetes-If-Ready"))
        .containsExactly("true", "true");
    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(String.valueOf(reply.get("request.headers"))).doesNotContain("X-Kubernetes");
  }

  @ContractTest
  @Rule("9.1")
  void withoutTheOptionNoHeaderIsAdded(Subject subject, FaultServer server) throws IOException {
    server.plays(Answer.ok("pods"));

    subject.get(server.url()).send();

    assertThat(server.attempts()).extracting(Attempt::head).asString().doesNotContain("Kubernetes");
    try (InitializingServer early = InitializingServer.start(0, 1)) {
      assertThat(subject.get(early.url()).send().get("status")).isEqualTo("403");
    }
  }

  @ContractTest
  @Rule("9.1")
  void anOlderServerChangesNothing(Subject subject) throws IOException {
    try (InitializingServer server = InitializingServer.startOlder()) {
      server.initialized();

      Reply reply = subject.with("if-ready=true").get(server.url()).send();

      assertThat(reply.get("status")).isEqualTo("200");
      assertThat(header(reply, READY)).isNull();
    }
  }

  private static String header(Reply reply, String name) {
    String key = ("header." + name).toLowerCase(Locale.ROOT);
    return reply.facts().entrySet().stream()
        .filter(fact -> fact.getKey().toLowerCase(Locale.ROOT).equals(key))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }
}

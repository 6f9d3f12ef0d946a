package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.util.ArrayList;
import java.util.List;

/**
 * Rule 1.5: of a java.net.http call that cannot be retried nothing is copied, wrapped or tapped.
 */
final class PassiveJdkTest {
  private static final List<String> PASSIVE =
      List.of("mode=observe", "rollout=0%", "max-retries=0", "defer-to=X-Mine");

  /** What shows whose objects an application gets, and how often its body was asked for. */
  private static final List<String> SEEN =
      List.of(
          "status",
          "body.text",
          "body.opened",
          "response.class",
          "request.class",
          "request.publisher",
          "future.class",
          "handler.calls");

  @ContractTest(slice = true)
  @Rule({"1.1", "1.5", "11.1"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.REDIRECTS})
  void anUploadThatIsSentAgainAfterARedirectIsAsWithoutTheAgent(Subject subject) {
    Step[] script = {Answer.of(307).header("Location", "/other"), Answer.ok("stored")};
    List<String> without = upload(subject.bare(), script);

    assertThat(without).contains("body.opened=2");
    for (String options : PASSIVE) {
      assertThat(upload(subject.with(options), script)).as(options).isEqualTo(without);
    }
  }

  @ContractTest(slice = true)
  @Rule({"1.1", "1.5", "11.1"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.REDIRECTS})
  void aResponseWithAHintIsTheClientsOwn(Subject subject) {
    Step[] script = {Answer.unavailable("0")};
    List<String> without = upload(subject.bare(), script);

    assertThat(without).contains("status=503");
    for (String options : PASSIVE) {
      assertThat(upload(subject.with(options), script)).as(options).isEqualTo(without);
    }
  }

  @ContractTest
  @Rule({"1.5", "11.1", "11.4"})
  @Needs(Feature.JAVA_NET_HTTP)
  void whatComesOfAPassiveCallIsCounted(Subject subject) {
    for (String way : List.of("observe", "rollout")) {
      Subject configured =
          subject.with(way.equals("observe") ? "mode=observe" : "rollout=0%,backoff=none");
      try (FaultServer server =
          new FaultServer().plays(Answer.unavailable("0"), Steps.reset(), Steps.reset())) {
        // The client sends a GET again by itself, but for a PUT there is one reset each.
        assertThat(configured.get(server.url()).send().get("status")).isEqualTo("503");
        assertThat(configured.put(server.url()).body(BodyKind.STREAM, 10).send().classes("thrown"))
            .isNotEmpty();

        Eventually.until(() -> configured.bean().refusals(way) == 2); // The future comes first.
        assertThat(server.attempts()).hasSize(2);
      }
    }
  }

  private static List<String> upload(Subject subject, Step... script) {
    try (FaultServer server = new FaultServer().plays(script)) {
      Reply reply =
          subject
              .post(server.url())
              .header("X-Mine", "1")
              .body(BodyKind.STREAM, 3_000)
              .followingRedirects()
              .send();
      List<String> seen = new ArrayList<>();
      SEEN.forEach(key -> seen.add(key + "=" + reply.get(key)));
      server.attempts().forEach(attempt -> seen.add(attempt.method() + " " + attempt.sha256()));
      return seen;
    }
  }
}

package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Rules 1.1 and 1.5 for HttpClient 5's asynchronous clients: everybody is shown the application's
 * own request, and of a call that cannot be retried nothing is copied.
 */
@Tag("programs")
final class PassiveProducerTest {
  private static final List<String> PASSIVE =
      List.of("mode=observe", "rollout=0%", "max-retries=0", "defer-to=X-Mine");

  @ContractTest
  @Rule({"1.1", "1.5"})
  @Needs({Feature.PRODUCERS, Feature.INTERCEPTORS})
  void anExecChainHandlerIsShownTheApplicationsOwnRequest(Subject subject) {
    casts(subject, "200");
    for (String options : PASSIVE) {
      casts(subject.with(options), "503");
    }
  }

  private static void casts(Subject subject, String status) {
    try (FaultServer server = new FaultServer().plays(Answer.unavailable("0"), Answer.ok("done"))) {
      Reply reply = subject.get(server.url()).header("X-Mine", "1").set("casts", true).send();

      assertThat(reply.get("status")).as("%s", reply).isEqualTo(status);
    }
  }

  @ContractTest
  @Rule({"1.5", "11.1", "11.4"})
  @Needs(Feature.PRODUCERS)
  void whatComesOfAPassiveCallIsCounted(Subject subject) {
    for (String way : List.of("observe", "rollout")) {
      Subject alone =
          subject.with(way.equals("observe") ? "mode=observe" : "rollout=0%,backoff=none").alone();
      try (FaultServer server = new FaultServer().plays(Answer.unavailable("0"), Steps.reset())) {
        assertThat(alone.get(server.url()).send().get("status")).isEqualTo("503");
        assertThat(alone.get(server.url()).send().classes("thrown")).isNotEmpty();

        Eventually.until(() -> alone.bean().refusals(way) == 2); // The future comes first.
        assertThat(server.attempts()).hasSize(2);
      }
    }
  }

  @ContractTest
  @Rule({"1.5", "6.3"})
  @Needs(Feature.PRODUCERS)
  void aPassiveCallTakesNothingOfTheReplayBuffer(Subject subject) {
    for (String options : PASSIVE) {
      try (FaultServer server = new FaultServer().plays(Answer.unavailable("0"))) {
        // Of processes of its own: among many, a shared one ends with what it counted.
        Pending bare = upload(subject.bare().alone(), server);
        Reply without = bare.reply();
        server.plays(Answer.unavailable("0"));
        Pending passive = upload(subject.with(options).alone(), server);
        Reply with = passive.reply();

        assertThat(with.get("status")).isEqualTo("503");
        assertThat(with.get("future.class")).isEqualTo(without.get("future.class"));
        // The client may let go of it once more after the call is over.
        Eventually.until(() -> releases(passive).equals(releases(bare)));
      }
    }
  }

  /** The client itself lets go of a producer several times, which a copied body hides. */
  private static Pending upload(Subject subject, FaultServer server) {
    return subject
        .post(server.url())
        .header("X-Mine", "1")
        .body(BodyKind.ONE_TIME_PUBLISHER, 100_000)
        .start();
  }

  private static String releases(Pending call) {
    return call.releases().get("producer");
  }
}

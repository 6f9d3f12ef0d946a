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
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.util.List;

/** Rule 1.5 for HttpAsyncClient 4, and rule 8.3 for its connections. */
final class PassiveAsyncTest {
  private static final List<String> PASSIVE =
      List.of("mode=observe", "rollout=0%", "max-retries=0", "defer-to=X-Mine");

  @ContractTest(slice = true)
  @Rule({"1.1", "1.5", "11.1"})
  @Needs(Feature.CONTENT_PRODUCERS)
  void aPassiveCallIsTheClientsOwn(Subject subject, FaultServer server) {
    String without = send(subject.bare(), server).get("future.class");

    assertThat(without).doesNotContain("redial");
    for (String options : PASSIVE) {
      Reply reply = send(subject.with(options), server);

      assertThat(reply.get("status")).as(options).isEqualTo("503");
      assertThat(reply.get("future.class")).as(options).isEqualTo(without);
      assertThat(reply.number("callback.calls")).as(options).isEqualTo(1);
      assertThat(reply.number("producer.generated")).as(options).isEqualTo(1);
    }
    assertThat(server.attempts()).hasSize(1 + PASSIVE.size());
  }

  private static Reply send(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"));
    return subject.post(server.url()).header("X-Mine", "1").body(BodyKind.STREAM, 3_000).send();
  }

  @ContractTest
  @Rule({"1.5", "6.3", "11.1"})
  @Needs(Feature.CONTENT_PRODUCERS)
  void aPassiveCallTakesNoneOfTheReplayBuffer(Subject subject, FaultServer slow) {
    Subject tight = subject.with("replay-buffer=64KiB:64KiB,defer-to=X-Mine,backoff=none").alone();
    slow.plays(Steps.hang());
    tight.post(slow.url()).header("X-Mine", "1").body(BodyKind.STREAM, 50_000).start();
    try (FaultServer server = new FaultServer().plays(Answer.unavailable("0"), Answer.ok("done"))) {
      Reply reply = tight.post(server.url()).body(BodyKind.STREAM, 50_000).send();

      assertThat(reply.get("status")).isEqualTo("200");
    }
  }

  @ContractTest
  @Rule({"1.5", "11.1", "11.4"})
  @Needs({Feature.CONTENT_PRODUCERS, Feature.FAILS_FUTURES})
  void whatComesOfAPassiveCallIsCounted(Subject subject) {
    Subject configured = subject.with("mode=observe");
    try (FaultServer server =
        new FaultServer().plays(Answer.unavailable("0"), Steps.reset(), Answer.ok("fine"))) {
      assertThat(configured.get(server.url()).send().get("status")).isEqualTo("503");
      assertThat(configured.get(server.url()).send().classes("thrown")).isNotEmpty();
      assertThat(configured.get(server.url()).send().get("status")).isEqualTo("200");

      Eventually.until(() -> configured.bean().refusals("observe") == 2);
      assertThat(server.attempts()).hasSize(3);
    }
  }

  @ContractTest
  @Rule("8.3")
  @Needs({Feature.CONTENT_PRODUCERS, Feature.POOL})
  void whatMayNotBeSentTwiceIsRetriedOnAConnectionOfItsOwn(Subject subject) {
    for (String method : List.of("POST", "PUT")) {
      try (FaultServer server =
          new FaultServer().plays(Answer.unavailable("1").body("busy"), Answer.ok("done"))) {
        Reply reply =
            subject.request(method, server.url()).body(BodyKind.BYTES, 100).set("pool", 1).send();

        assertThat(reply.get("status")).as(method).isEqualTo("200");
        assertThat(server.attempts())
            .extracting(a -> a.connection())
            .containsExactly(1, method.equals("POST") ? 2 : 1);
      }
    }
  }
}

package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.util.Arrays;
import java.util.List;

/**
 * Rule 7.1: the client's own retries, built in or the application's, and Redial's are one layer.
 */
final class OwnRetriesTest {
  /** The client's built-in retries, and a strategy of the application's that always retries. */
  private static final List<String> OWN = List.of("own-retries", "strategy");

  private static final List<String> NONE = List.of("own-retries");

  /** What fits the buffer, and what does not. */
  static final int[] SIZES = {5_000, 300_000};

  private static final Answer HINTED = Answer.unavailable("0").body("not yet");
  private static final Answer UNHINTED = Answer.of(503).body("no");

  @ContractTest(slice = true)
  @Rule({"7.1", "5.1"})
  @Needs(Feature.SENT_ONCE)
  void aServerThatClosesEveryConnectionSeesRedialsRetriesOnly(Subject subject) {
    for (String own : subject.can(Feature.OWN_RETRIES) ? OWN : NONE) {
      try (FaultServer server = new FaultServer()) {
        for (int i = 0; i < 12; i++) {
          server.plays(Steps.reset());
        }
        Reply reply =
            subject
                .with("max-retries=2,backoff=none")
                .get(server.url())
                .set(own, value(own))
                .send();

        assertThat(reply.classes("thrown")).as(own).isNotEmpty();
        assertThat(reply.suppressed("thrown")).as(own).hasSize(2);
        assertThat(server.attempts()).as(own).hasSize(3);
      }
    }
  }

  /** Else the other tests would compare nothing with nothing. */
  @ContractTest
  @Rule("7.1")
  @Needs(Feature.OWN_RETRIES)
  void withoutTheAgentTheClientsLayersAreAtWork(Subject subject) {
    for (String own : OWN) {
      try (FaultServer server = new FaultServer()) {
        for (int i = 0; i < 12; i++) {
          server.plays(Steps.reset());
        }
        subject.bare().get(server.url()).set(own, value(own)).send();

        assertThat(server.attempts()).as(own).hasSizeGreaterThan(1);
      }
    }
  }

  @ContractTest(slice = true)
  @Rule({"7.1", "5.1"})
  @Needs(Feature.OWN_RETRIES)
  void aServerThatAsksForRetriesSeesRedialsOnly(Subject subject) {
    for (String own : OWN) {
      for (String method : List.of("GET", "POST")) {
        try (FaultServer server = new FaultServer()) {
          for (int i = 0; i < 12; i++) {
            server.plays(HINTED);
          }
          Reply reply =
              subject
                  .with("max-retries=2,backoff=none")
                  .request(method, server.url())
                  .set(own, value(own))
                  .send();

          assertThat(reply.get("status")).as(own).isEqualTo("503");
          assertThat(reply.get("body.text")).as(own).isEqualTo("not yet");
          assertThat(server.attempts()).as(own).hasSize(3);
        }
      }
    }
  }

  @ContractTest
  @Rule({"7.1", "5.1"})
  @Needs(Feature.OWN_RETRIES)
  void noRetriesMeansNoneOfTheClientsEither(Subject subject) {
    for (String own : OWN) {
      try (FaultServer server = new FaultServer().plays(HINTED, HINTED, HINTED, HINTED)) {
        Reply reply = subject.with("max-retries=0").get(server.url()).set(own, value(own)).send();

        assertThat(reply.get("status")).as(own).isEqualTo("503");
        assertThat(server.attempts()).as(own).hasSize(1);
      }
    }
  }

  @ContractTest
  @Rule({"7.1", "6.4"})
  @Needs({Feature.OWN_RETRIES, Feature.RETRIES_RESPONSES, Feature.RESENDS_FILES})
  void theClientsOwnRetriesSendAFileWhole(
      Subject subject, FaultServer server, @Each("SIZES") int size) {
    Subject small = subject.with("replay-buffer=64KiB");
    server.plays(UNHINTED, Answer.ok("done"));
    Sending put = small.put(server.url()).body(BodyKind.FILE, size).set("own-retries", true);
    put.set("strategy", "503").send(); // HttpClient 4 retries responses only with its strategy.

    assertThat(server.attempts()).hasSize(2);
    assertThat(server.attempts()).allMatch(sent -> Arrays.equals(sent.body(), put.bytes()));
  }

  @ContractTest(slice = true)
  @Rule("7.1")
  @Needs(Feature.OWN_RETRIES)
  void whatThePolicyDoesNotCoverIsTheClientsAsWithoutTheAgent(Subject subject) {
    for (String own : OWN) {
      try (FaultServer bare = new FaultServer().plays(UNHINTED, UNHINTED, UNHINTED, UNHINTED);
          FaultServer server = new FaultServer().plays(UNHINTED, UNHINTED, UNHINTED, UNHINTED)) {
        Reply without = subject.bare().get(bare.url()).set(own, value(own)).send();
        Reply with = subject.get(server.url()).set(own, value(own)).send();

        assertThat(with.get("status")).as(own).isEqualTo(without.get("status"));
        assertThat(server.attempts()).as(own).hasSameSizeAs(bare.attempts());
      }
    }
  }

  @ContractTest
  @Rule({"7.1", "2.8"})
  @Needs(Feature.OWN_RETRIES)
  void anErrorOfAPostIsTheClientsAsWithoutTheAgent(Subject subject) {
    for (String own : OWN) {
      try (FaultServer bare = new FaultServer();
          FaultServer server = new FaultServer()) {
        for (int i = 0; i < 5; i++) {
          bare.plays(Steps.reset());
          server.plays(Steps.reset());
        }
        Reply without =
            subject.bare().post(bare.url()).body(BodyKind.BYTES, 100).set(own, value(own)).send();
        Reply with =
            subject.post(server.url()).body(BodyKind.BYTES, 100).set(own, value(own)).send();

        assertThat(with.classes("thrown")).as(own).isEqualTo(without.classes("thrown"));
        assertThat(server.attempts()).as(own).hasSameSizeAs(bare.attempts());
      }
    }
  }

  @ContractTest
  @Rule({"7.1", "7.3", "11.1"})
  @Needs(Feature.OWN_RETRIES)
  void aCallThatRedialLeavesAloneIsTheClientsAltogether(Subject subject) {
    for (String left : List.of("mode=observe", "rollout=0%", "enabled=false", "retry-on=500")) {
      try (FaultServer bare = new FaultServer().plays(HINTED, HINTED, HINTED, HINTED);
          FaultServer server = new FaultServer().plays(HINTED, HINTED, HINTED, HINTED)) {
        Reply without = subject.bare().get(bare.url()).set("strategy", "always").send();
        Reply with = subject.with(left).get(server.url()).set("strategy", "always").send();

        assertThat(with.get("status")).as(left).isEqualTo(without.get("status"));
        assertThat(server.attempts()).as(left).hasSameSizeAs(bare.attempts());
      }
    }
  }

  private static String value(String own) {
    return own.equals("strategy") ? "always" : "true";
  }
}

package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.Collections;
import java.util.List;

/** Rule 2.2: connections that break. */
final class ConnectionErrorTest {
  /** What hands over nothing until it is complete. */
  static final List<Reading> WHOLE = List.of(Reading.TEXT, Reading.BYTES, Reading.DISCARD);

  static final List<Reading> IN_PIECES =
      List.of(Reading.CONSUMER, Reading.STREAM, Reading.NEW_FILE);

  /** Whether the client is given the JDK's handler itself. */
  static final boolean[] BARE_HANDLER = {true, false};

  private static final Answer HELLO = Answer.ok("hello");
  private static final Answer LONG = Answer.ok("x".repeat(50_000));

  @ContractTest(slice = true)
  @Rule("7.1")
  @Needs(Feature.JAVA_NET_HTTP)
  void theClientsOwnReSendsActInTheFirstAttemptOnly(Subject subject) {
    Step[] resets = Collections.nCopies(20, Steps.reset()).toArray(new Step[0]);
    try (FaultServer server = new FaultServer().plays(resets)) {
      Reply without = subject.bare().get(server.url()).send();
      int byItself = server.attempts().size();
      Reply with = subject.with("max-retries=2,backoff=none").get(server.url()).send();

      assertThat(byItself).isEqualTo(subject.jdk().feature() < 26 ? 2 : 5);
      assertThat(server.attempts()).hasSize(byItself + byItself + 2);
      assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown")).isNotEmpty();
      assertThat(with.message("thrown")).isEqualTo(without.message("thrown"));
    }
  }

  @ContractTest(slice = true)
  @Rule({"2.2", "2.7", "2.8"})
  void anIdempotentRequestSurvivesAConnectionLostBeforeTheHead(Subject subject) {
    for (Step fault : List.of(Steps.reset(), Steps.finish(), Steps.halfHead())) {
      for (String method : List.of("PUT", "DELETE", "GET", "OPTIONS")) {
        try (FaultServer server = new FaultServer().plays(fault, fault, HELLO)) {
          Reply reply = subject.with("backoff=none").request(method, server.url()).send();

          // Twice: up to Java 25 java.net.http alone survives one cut of a GET, from 26 on four.
          assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
          assertThat(server.attempts()).hasSize(3);
        }
      }
    }
  }

  @ContractTest(slice = true)
  @Rule({"2.2", "2.8"})
  @Needs(Feature.FAILS_FUTURES)
  void aPostIsSentOnce(Subject subject) {
    for (Step fault : List.of(Steps.reset(), Steps.finish(), Steps.halfHead())) {
      try (FaultServer server = new FaultServer().plays(fault, fault, HELLO)) {
        Reply without = subject.bare().post(server.url()).body(BodyKind.BYTES, 100).send();
        Reply with = subject.post(server.url()).body(BodyKind.BYTES, 100).send();

        assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown")).isNotEmpty();
        assertThat(with.message("thrown")).isEqualTo(without.message("thrown"));
        assertThat(server.attempts()).hasSize(2);
      }
    }
  }

  @ContractTest
  @Rule("2.2")
  void aBodyThatBreaksWhileItIsSentIsSentAgainWhole(Subject subject, FaultServer server) {
    server.plays(Steps.resetAfter(10_000), HELLO);

    var put = subject.with("backoff=none").put(server.url()).body(BodyKind.STREAM, 500_000);
    Reply reply = put.send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(server.attempts().get(1).body()).isEqualTo(put.bytes());
  }

  @ContractTest(slice = true)
  @Rule("2.2")
  @Needs(Feature.WHOLE_BODY_SUBSCRIBERS)
  void aBodyThatBreaksOffInTheClientsOwnSubscriberIsFetchedAgain(
      Subject subject,
      FaultServer server,
      @Each("WHOLE") Reading reading,
      @Each("BARE_HANDLER") boolean bare) {
    server.plays(Steps.halfBody(LONG), LONG);

    Reply reply =
        subject
            .with("backoff=none")
            .get(server.url())
            .reading(reading)
            .set("bare-handler", bare)
            .send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(server.attempts()).hasSize(2);
    if (reading != Reading.DISCARD) {
      assertThat(reply.number("body.length")).isEqualTo(50_000);
    }
  }

  @ContractTest
  @Rule({"2.9", "3.2"})
  void whatTheServerForbadeIsNotRetriedBecauseTheBodyBreaksOff(Subject subject) {
    Answer veto = Answer.unavailable("0").header("x-should-retry", "false");
    for (Answer answer : List.of(Answer.unavailable("3600"), veto)) {
      try (FaultServer server = new FaultServer().plays(Steps.halfBody(answer), HELLO)) {
        Reply reply = subject.with("backoff=none").get(server.url()).send();

        assertThat(server.attempts()).as("%s", reply).hasSize(1);
      }
    }
  }

  @ContractTest
  @Rule({"2.2", "1.3"})
  @Needs(Feature.FAILS_FUTURES)
  void aBodyThatBreaksOffInTheApplicationsHandsIsNot(
      Subject subject, FaultServer server, @Each("IN_PIECES") Reading reading) {
    server.plays(Steps.halfBody(LONG), Steps.halfBody(LONG), LONG);

    Reply without = subject.bare().get(server.url()).reading(reading).send();
    Reply with = subject.with("backoff=none").get(server.url()).reading(reading).send();

    assertThat(server.attempts()).as("%s", with).hasSize(2);
    assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown"));
    assertThat(with.classes("reading")).isEqualTo(without.classes("reading"));
    assertThat(with.number("handler.calls")).isEqualTo(1);
  }

  @ContractTest
  @Rule({"2.2", "2.8"})
  @Needs(Feature.WHOLE_BODY_SUBSCRIBERS)
  void aPostWhoseAnswerBreaksOffIsSentOnce(Subject subject, FaultServer server) {
    server.plays(Steps.halfBody(LONG), LONG);

    Reply reply = subject.post(server.url()).body(BodyKind.BYTES, 10).send();

    assertThat(reply.classes("thrown")).isNotEmpty();
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("2.2")
  void aFailureWhileAGivenUpResponseIsDiscardedIsIgnored(Subject subject, FaultServer server) {
    Answer broken = Answer.unavailable("0").body("y".repeat(5_000));
    server.plays(Steps.halfBody(broken), HELLO);

    Reply reply = subject.with("max-error-retries=0").post(server.url()).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule("2.2")
  void aPooledConnectionThatTheServerClosedDoesNotShow(Subject subject, FaultServer server) {
    server.plays(HELLO, Steps.finish(), HELLO, HELLO);

    var with = subject.with("backoff=none");
    assertThat(with.put(server.url()).by("stale").send().get("status")).isEqualTo("200");
    Reply reply = with.put(server.url()).by("stale").send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(server.attempts()).hasSize(3);
    assertThat(server.attempts().get(1).connection()).isEqualTo(1);
  }
}

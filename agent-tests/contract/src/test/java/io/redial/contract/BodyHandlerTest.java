package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
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
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.List;

/** Rule 1.3: whatever an application does with a body, it does it once, with the right one. */
final class BodyHandlerTest {
  static final List<Reading> LIMITED = List.of(Reading.TEXT, Reading.DISCARD, Reading.STREAM);

  @ContractTest(slice = true)
  @Rule({"1.1", "1.3"})
  @Needs(Feature.JAVA_NET_HTTP)
  void everyHandlerOfTheJdkWorksAcrossARetry(
      Subject subject, FaultServer server, @Each Reading reading) {
    String body = "line\n".repeat(10_000).trim();
    server.plays(Answer.unavailable("0"), Answer.ok(body));

    Reply reply = subject.get(server.url()).reading(reading).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.number("handler.calls")).isEqualTo(1);
    assertThat(reply.classes("reading")).isEmpty();
    if (reading != Reading.DISCARD) {
      assertThat(reply.number("body.length")).isEqualTo(body.length());
    }
  }

  @ContractTest(from = 25)
  @Rule({"1.1", "2.10"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aBodyBeyondTheApplicationsLimitEndsAsWithoutTheAgent(
      Subject subject, FaultServer server, @Each("LIMITED") Reading reading) {
    server.plays(Answer.ok("x".repeat(100)), Answer.ok("x".repeat(100)));

    Reply without = beyondItsLimit(subject.bare(), server, reading);
    Reply with = beyondItsLimit(subject.with("backoff=none"), server, reading);

    assertSameFailure(with, without);
    assertThat(with.message("thrown")).isEqualTo(without.message("thrown"));
    assertThat(with.classes("reading")).isEqualTo(without.classes("reading"));
    assertThat(server.attempts()).hasSize(2);
  }

  private static Reply beyondItsLimit(Subject subject, FaultServer server, Reading reading) {
    return subject.get(server.url()).reading(reading).set("body-limit", 10).send();
  }

  @ContractTest(from = 25)
  @Rule("1.3")
  @Needs(Feature.JAVA_NET_HTTP)
  void theApplicationsLimitIsOfTheBodyThatItGets(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0").body("x".repeat(100)), Answer.ok("short"));

    Reply reply = subject.get(server.url()).set("body-limit", 10).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("short");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule({"1.1", "1.2", "8.2"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aHandlerThatThrowsEndsTheCallAsItDoesWithoutTheAgent(Subject subject) {
    try (FaultServer server =
        new FaultServer().plays(Answer.unavailable("20"), Answer.unavailable("20"))) {
      Reply without = subject.bare().get(server.url()).set("handler-throws", "true").send();
      Subject configured = subject.with("deadline=60s");
      Pending call = configured.get(server.url()).set("handler-throws", "true").start();
      Eventually.until(() -> configured.bean().waiting() == 1);
      assertThat(configured.bean().cancelWaiting("*")).isEqualTo(1);
      Reply with = call.reply();

      assertThat(with.classes("thrown")).contains("java.lang.IllegalStateException");
      assertSameFailure(with, without);
      assertThat(server.attempts()).hasSize(2);
    }
  }

  /** For whoever waits, and for what hangs on the future. */
  private static void assertSameFailure(Reply with, Reply without) {
    assertThat(with.classes("thrown")).as("%s", with).isEqualTo(without.classes("thrown"));
    assertThat(with.classes("callback")).as("%s", with).isEqualTo(without.classes("callback"));
  }

  @ContractTest
  @Rule({"1.1", "2.11"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.REDIRECTS})
  void aBodyThatBreaksOffAfterARedirectEndsAsWithoutTheAgent(Subject subject) {
    Reply without = breakingOffAfterARedirect(subject.bare());
    assertThat(without.get("thrown.0.class")).isNotNull();

    // Over and over: now and then the client reports the failure, not the response it belongs to.
    for (int i = 0; i < 25; i++) {
      assertSameFailure(breakingOffAfterARedirect(subject), without);
    }
  }

  private static Reply breakingOffAfterARedirect(Subject subject) {
    try (FaultServer server =
        new FaultServer()
            .plays(
                Answer.of(303).header("Location", "/other"),
                Steps.halfBody(Answer.unavailable("0").body("x".repeat(1_000))),
                Answer.ok("late"))) {
      Reply reply = subject.post(server.url()).body(BodyKind.BYTES, 10).followingRedirects().send();
      assertThat(server.attempts()).as("%s", reply).hasSize(2);
      return reply;
    }
  }

  @ContractTest
  @Rule({"1.2", "1.3"})
  @Needs(Feature.JAVA_NET_HTTP)
  void everyHandlerOfTheJdkGetsTheLastResponseOfASurrender(
      Subject subject, FaultServer server, @Each Reading reading) {
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"));

    Reply reply = subject.with("max-retries=1").get(server.url()).reading(reading).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("503");
    assertThat(server.attempts()).hasSize(2);
    if (reading != Reading.DISCARD) {
      assertThat(reply.get("body.text")).isEqualTo("not now");
    }
  }

  @ContractTest
  @Rule({"1.1", "6.1"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aPublisherThatThrowsEndsTheCallAsItDoesWithoutTheAgent(Subject subject) {
    try (FaultServer server = new FaultServer()) {
      Reply[] replies = new Reply[2];
      for (int i = 0; i < 2; i++) {
        replies[i] =
            (i == 0 ? subject.bare() : subject.with("backoff=none"))
                .put(server.url())
                .body(BodyKind.STREAM, 10)
                .set("body-throws", "true")
                .send();
      }

      assertSameFailure(replies[1], replies[0]);
      assertThat(replies[1].classes("thrown")).contains("java.net.ConnectException");
    }
  }

  @ContractTest
  @Rule({"5.3", "8.1"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.REDIRECTS})
  void aBodyThatDripsGoesToTheApplicationWhereARedirectIsPossible(Subject subject) {
    String body = "y".repeat(200);
    try (FaultServer server =
        new FaultServer().plays(Steps.drip(Answer.unavailable("1").body(body), 20, 500))) {
      Reply reply =
          subject
              .post(server.url())
              .body(BodyKind.BYTES, 10)
              .followingRedirects()
              .reading(Reading.STREAM)
              .send();

      assertThat(reply.get("status")).as("%s", reply).isEqualTo("503");
      assertThat(reply.number("elapsed")).isLessThan(7_000);
      assertThat(reply.get("body.text")).isEqualTo(body);
      assertThat(server.attempts()).hasSize(1);
    }
  }
}

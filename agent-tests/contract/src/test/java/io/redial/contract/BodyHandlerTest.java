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
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;

/** Rule 1.3: whatever an application does with a body, it does it once, with the right one. */
final class BodyHandlerTest {

  @ContractTest(slice = true)
  @Rule({"1.1", "1.3"})
  @Needs(Feature.JAVA_NET_HTTP)
  void everyHandlerOfTheJdkWorksAcrossARetry(Subject subject) {
    String body = "line\n".repeat(10_000).trim();
    for (Reading reading : Reading.values()) {
      try (FaultServer server = new FaultServer().plays(Answer.unavailable("0"), Answer.ok(body))) {
        Reply reply = subject.get(server.url()).reading(reading).send();

        assertThat(reply.get("status")).as("%s %s", reading, reply).isEqualTo("200");
        assertThat(reply.number("handler.calls")).as("%s", reading).isEqualTo(1);
        assertThat(reply.classes("reading")).as("%s", reading).isEmpty();
        if (reading != Reading.DISCARD) {
          assertThat(reply.number("body.length")).as("%s", reading).isEqualTo(body.length());
        }
      }
    }
  }

  @ContractTest
  @Rule({"1.1", "1.2", "8.2"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aHandlerThatThrowsEndsTheCallAsItDoesWithoutTheAgent(Subject subject) {
    try (FaultServer server =
        new FaultServer().plays(Answer.unavailable("20"), Answer.unavailable("20"))) {
      Reply without = subject.bare().get(server.url()).set("handler-throws", "true").send();
      Subject alone = subject.with("deadline=60s").alone();
      Pending call = alone.get(server.url()).set("handler-throws", "true").start();
      Eventually.until(() -> alone.bean().waiting() == 1);
      assertThat(alone.bean().cancelWaiting("*")).isEqualTo(1);
      Reply with = call.reply();

      assertThat(with.classes("thrown")).contains("java.lang.IllegalStateException");
      assertThat(with.get("thrown.0.class")).isEqualTo(without.get("thrown.0.class"));
      assertThat(server.attempts()).hasSize(2);
    }
  }

  @ContractTest
  @Rule({"1.1", "2.11"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.REDIRECTS})
  void aBodyThatBreaksOffAfterARedirectEndsTheCallAsItDoesWithoutTheAgent(Subject subject) {
    Reply[] replies = new Reply[2];
    for (int i = 0; i < 2; i++) {
      try (FaultServer server =
          new FaultServer()
              .plays(
                  Answer.of(303).header("Location", "/other"),
                  Steps.halfBody(Answer.unavailable("0").body("x".repeat(1_000))),
                  Answer.ok("late"))) {
        replies[i] =
            (i == 0 ? subject.bare() : subject)
                .post(server.url())
                .body(BodyKind.BYTES, 10)
                .followingRedirects()
                .send();
        assertThat(server.attempts()).hasSize(2);
      }
    }

    assertThat(replies[1].get("thrown.0.class"))
        .as("%s", replies[1])
        .isEqualTo(replies[0].get("thrown.0.class"))
        .isNotNull();
  }

  @ContractTest
  @Rule({"1.2", "1.3"})
  @Needs(Feature.JAVA_NET_HTTP)
  void everyHandlerOfTheJdkGetsTheLastResponseOfASurrender(Subject subject) {
    for (Reading reading : Reading.values()) {
      try (FaultServer server =
          new FaultServer().plays(Answer.unavailable("0"), Answer.unavailable("0"))) {
        Reply reply = subject.with("max-retries=1").get(server.url()).reading(reading).send();

        assertThat(reply.get("status")).as("%s %s", reading, reply).isEqualTo("503");
        assertThat(server.attempts()).hasSize(2);
        if (reading != Reading.DISCARD) {
          assertThat(reply.get("body.text")).as("%s", reading).isEqualTo("not now");
        }
      }
    }
  }
}

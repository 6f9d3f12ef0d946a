package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.util.List;

/** Rule 2.8: which requests may be sent twice. */
final class IdempotencyTest {
  private static final Answer HELLO = Answer.ok("hello");

  @ContractTest
  @Rule("2.8")
  void anIdempotencyKeyMakesAPostRepeatable(Subject subject, FaultServer server) {
    server.plays(Steps.reset(), HELLO);

    Reply reply =
        subject
            .with("backoff=none")
            .post(server.url())
            .header("Idempotency-Key", "\"8e03978e-40d5-43dd-bc93-6894a57f9324\"")
            .body(BodyKind.STREAM, 1000)
            .send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule("2.8")
  void aConditionalChangeIsSentOnce(Subject subject) {
    for (String condition : List.of("If-Match", "If-None-Match", "If-Unmodified-Since")) {
      try (FaultServer server = new FaultServer().plays(Steps.reset(), HELLO)) {
        String value = condition.startsWith("If-U") ? "Tue, 15 Nov 1994 12:45:26 GMT" : "\"etag\"";
        Reply reply = subject.put(server.url()).header(condition, value).send();

        assertThat(reply.classes("thrown")).isNotEmpty();
        assertThat(server.attempts()).hasSize(1);
      }
    }
  }

  @ContractTest
  @Rule("2.8")
  void aConditionalGetIsRepeated(Subject subject, FaultServer server) {
    server.plays(Steps.halfHead(), HELLO);

    Reply reply =
        subject.with("backoff=none").get(server.url()).header("If-None-Match", "\"etag\"").send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
  }

  @ContractTest
  @Rule("2.8")
  void theOptionMethodsSaysWhatIsIdempotent(Subject subject, FaultServer server) {
    server.plays(Steps.reset(), HELLO);

    Reply reply = subject.with("methods=GET+POST,backoff=none").post(server.url()).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
  }

  @ContractTest
  @Rule("2.8")
  void aMethodThatTheOptionLeavesOutIsSentOnce(Subject subject, FaultServer server) {
    server.plays(Steps.reset(), HELLO);

    Reply reply = subject.with("methods=GET+POST,backoff=none").put(server.url()).send();

    assertThat(reply.classes("thrown")).isNotEmpty();
    assertThat(server.attempts()).hasSize(1);
  }
}

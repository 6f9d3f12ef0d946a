package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;

/** Rules 6.1 and 6.2 for the entities that a client's library ships, whatever they say of them. */
final class EntityTest {
  private static final int SIZE = 150_000;

  static final String[] FILES = {"multipart-file", "path", "gzip-file"};

  static final String[] ENTITIES = {
    "multipart-stream",
    "multipart-stream-extended",
    "multipart-chunked",
    "multipart-file",
    "multipart-bytes",
    "gzip-multipart",
    "buffered-multipart",
    "buffered-stream",
    "gzip-bytes",
    "gzip-file",
    "gzip-stream",
    "path",
    "serializable",
    "trailers",
  };

  @ContractTest
  @Rule({"6.1", "6.2", "6.3"})
  @Needs(Feature.ENTITIES)
  void everyEntityIsSentAgainByteForByteAfterAnAnswer(
      Subject subject, @Each("ENTITIES") String entity) {
    isWhole(subject, entity, Answer.unavailable("0"));
  }

  @ContractTest
  @Rule({"6.1", "6.2", "6.3"})
  @Needs(Feature.ENTITIES)
  void everyEntityIsSentAgainByteForByteAfterAResetInMidBody(
      Subject subject, @Each("ENTITIES") String entity) {
    isWhole(subject, entity, Steps.resetAfter(60_000));
  }

  @ContractTest
  @Rule({"6.1", "6.2", "6.3"})
  @Needs(Feature.ENTITIES)
  void everyEntityIsSentAgainByteForByteAfterAnEarlyAnswer(
      Subject subject, @Each("ENTITIES") String entity) {
    isWhole(subject, entity, Steps.early(1_000, Answer.unavailable("0")));
  }

  private static void isWhole(Subject subject, String entity, Step first) {
    try (FaultServer server = new FaultServer().plays(first, Answer.ok("done"))) {
      Reply reply = put(subject.with("backoff=none"), entity, server).send();

      assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
      assertThat(server.attempts()).hasSize(2);
      assertThat(server.attempts().get(1).sha256()).isEqualTo(reply.get("body.expected"));
    }
  }

  @ContractTest
  @Rule({"6.1", "6.2"})
  @Needs(Feature.ENTITIES)
  void aFileThatChangesInTheWaitIsNotSentAsSomethingElse(
      Subject subject, FaultServer server, @Each("FILES") String entity) {
    server.plays(Answer.unavailable("2"), Answer.ok("ok"));

    Pending call = put(subject, entity, server).start();
    Eventually.until(() -> subject.bean().waiting() == 1 || call.done());
    call.act("change-file");
    Reply reply = call.reply();

    assertThat(reply.get("status")).as("%s", reply).isIn("200", "503");
    assertThat(server.attempts())
        .isNotEmpty()
        .extracting(Attempt::sha256)
        .containsOnly(reply.get("body.expected"));
  }

  private static Sending put(Subject subject, String entity, FaultServer server) {
    return subject
        .put(server.url())
        .body(BodyKind.BYTES, SIZE)
        .set("read-timeout", 20_000)
        .set("entity", entity);
  }
}

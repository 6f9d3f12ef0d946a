package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.H2Step;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Probe;
import io.redial.subjects.Reply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * Rules 6.1 and 6.3, for every kind of producer that an asynchronous client's library has: a retry
 * sends the whole body although a failed write took part of it, and no thread is left behind.
 */
final class ProducerTest {
  static final List<String> PRODUCERS =
      List.of(
          "classic",
          "binary",
          "repeatable-binary",
          "text",
          "text-with-trailers",
          "digesting-text",
          "reactive",
          "chunked-file",
          "file-with-trailers");

  private static final int SIZE = 600_000;

  /** Without the agent, too, the compressing producer fails for long bodies. */
  private static final int COMPRESSED = 6_000;

  private static final int ROUNDS = 6;
  private static final int HEALTHY_ROUNDS = 100;

  @ContractTest(slice = true)
  @Rule({"6.1", "6.3", "2.2"})
  @Needs(Feature.PRODUCERS)
  void aRetrySendsTheWholeBodyAfterAResetInTheMiddle(
      Subject subject, @Each("PRODUCERS") String producer) {
    eachRound(subject, "PUT", producer, true);
  }

  @ContractTest
  @Rule({"6.1", "6.3", "2.1"})
  @Needs(Feature.PRODUCERS)
  void aRetrySendsTheWholeBodyAfterAnEarlyAnswer(
      Subject subject, @Each("PRODUCERS") String producer) {
    eachRound(subject, "POST", producer, false);
  }

  @ContractTest
  @Rule({"6.1", "6.3", "2.1"})
  @Needs(Feature.PRODUCERS)
  void aRetrySendsTheWholeBodyAfterAnAnswer(Subject subject, @Each("PRODUCERS") String producer) {
    try (FaultServer server = new FaultServer().plays(Answer.unavailable("0"), Answer.ok("done"))) {
      Sending post = body(subject.post(server.url()), producer);
      Reply reply = post.send();

      assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
      assertThat(server.attempts()).hasSize(2);
      assertThat(server.attempts().get(1).body()).isEqualTo(post.bytes());
    }
  }

  @ContractTest
  @Rule({"6.1", "6.2", "6.3"})
  @Needs(Feature.COMPRESSING_PRODUCERS)
  void aRetrySendsTheWholeCompressedBody(Subject subject) throws IOException {
    for (Step fault :
        List.of(
            Answer.unavailable("0"),
            Steps.resetAfter(COMPRESSED / 2),
            Steps.early(COMPRESSED / 2, Answer.unavailable("0")))) {
      try (FaultServer server = new FaultServer().plays(fault, Answer.ok("done"))) {
        Sending put =
            subject
                .put(server.url())
                .body(BodyKind.ONE_TIME_PUBLISHER, COMPRESSED)
                .set("producer", "gzip-text");
        Reply reply = put.send();

        assertThat(reply.get("status")).as("%s %s", fault, reply).isEqualTo("200");
        assertThat(server.attempts()).hasSize(2);
        byte[] second = server.attempts().get(1).body();
        assertThat(new GZIPInputStream(new ByteArrayInputStream(second)).readAllBytes())
            .isEqualTo(put.bytes());
      }
    }
  }

  @ContractTest
  @Rule({"6.1", "6.3"})
  @Needs(Feature.CLASSIC_OVER_ASYNC)
  void aRetrySendsTheWholeBodyOfABlockingCall(Subject subject) {
    eachRound(subject, "PUT", "classic-client", true);
    eachRound(subject, "POST", "classic-client", false);
  }

  private static void eachRound(Subject subject, String method, String producer, boolean resets) {
    for (int round = 0; round < ROUNDS; round++) {
      int bytes = 10_000 + round * 90_000;
      Step fault = resets ? Steps.resetAfter(bytes) : Steps.early(bytes, Answer.unavailable("0"));
      try (FaultServer server = new FaultServer().plays(fault, Answer.ok("done"))) {
        Sending sending = body(subject.request(method, server.url()), producer);
        Reply reply = sending.send();

        assertThat(reply.get("status")).as("%s %s", producer, reply).isEqualTo("200");
        assertThat(server.attempts()).as(producer).hasSize(2);
        assertThat(server.attempts().get(1).body()).as(producer).isEqualTo(sending.bytes());
      }
    }
  }

  private static Sending body(Sending sending, String producer) {
    return sending.body(BodyKind.ONE_TIME_PUBLISHER, SIZE).set("producer", producer);
  }

  @ContractTest
  @Rule({"6.1", "6.3", "2.2"})
  @Needs({Feature.PRODUCERS, Feature.HTTP_2, Feature.HTTP_2_BODY_LOSS})
  void aRetrySendsTheWholeBodyOverHttp2(Subject subject, @Each("PRODUCERS") String producer) {
    for (int round = 0; round < ROUNDS; round++) {
      try (H2Server server =
          new H2Server()
              .losesUploadAfter(10_000 + round * 90_000)
              .plays(H2Step.answer(200, "done"))) {
        Sending put = body(subject.put(server.url()).http2().by(server.url()), producer);
        Reply reply = put.send();

        assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
        assertThat(server.attempts()).hasSize(2);
        assertThat(server.attempts().get(1).body()).isEqualTo(put.bytes());
      }
    }
  }

  @ContractTest
  @Rule({"1.1", "6.3"})
  @Needs(Feature.PRODUCERS)
  void noThreadThatWritesABodyIsLeftBehind(Subject subject) {
    for (String options : List.of("", "max-retries=1,backoff=none", "max-retries=0")) {
      Subject alone = subject.with(options).alone();
      for (String method : List.of("POST", "PUT")) {
        for (int round = 0; round < 20; round++) {
          try (FaultServer server = new FaultServer()) {
            server.plays(Steps.resetAfter(20_000 + round * 20_000), Steps.resetAfter(50_000));
            body(alone.request(method, server.url()), "classic").send();
          }
        }
      }

      Eventually.until(() -> !writes(alone));
    }
  }

  @ContractTest(slice = true)
  @Rule({"1.1", "6.1"})
  @Needs(Feature.PRODUCERS)
  void aBodyThatAnotherThreadEndsIsSentOnce(Subject subject) {
    try (FaultServer server = new FaultServer()) {
      server.plays(Collections.nCopies(HEALTHY_ROUNDS, Answer.ok("done")).toArray(new Step[0]));
      for (int round = 1; round <= HEALTHY_ROUNDS; round++) {
        Sending post =
            subject
                .post(server.url())
                .body(BodyKind.ONE_TIME_PUBLISHER, 100_000)
                .set("producer", "ended-elsewhere");
        Reply reply = post.send();

        assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
        assertThat(server.attempts()).hasSize(round);
        assertThat(server.attempts().get(round - 1).body()).isEqualTo(post.bytes());
      }
    }
  }

  private static boolean writes(Subject subject) {
    Map<String, String> threads = subject.run(Probe.class, Map.of("what", "dump"));
    return threads.get("dump").contains("Producers$Classic.produceData");
  }
}

package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.FreePort;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.H2Step;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Rules 1.1 and 6.3: a producer and a consumer that can be used once are let go of once, however
 * many attempts were made of them.
 */
final class ReleaseTest {
  private static final int CANCELLATIONS = 200;

  /** How much later the next call is cancelled than the one before. */
  private static final Duration CANCELLATION_STEP = Duration.ofNanos(15_000);

  static final List<BodyKind> SINGLE_USE = List.of(BodyKind.PUBLISHER, BodyKind.ONE_TIME_PUBLISHER);

  /** Some pieces. */
  private static final int SIZE = 100 * 1024;

  /** More than a connection takes while the server reads nothing. */
  private static final int LARGE = 5_000_000;

  private static final Map<String, String> ONCE = Map.of("producer", "1", "consumer", "1");
  private static final Answer BUSY = Answer.unavailable("0");
  private static final Answer DONE = Answer.ok("done");

  @ContractTest
  @Rule("1.1")
  @Needs(Feature.RELEASES)
  void afterACallThatIsNotRetried(Subject subject, @Each("SINGLE_USE") BodyKind kind) {
    sent(subject.bare(), kind, "POST", "200", DONE);
    sent(subject, kind, "POST", "200", DONE);
  }

  @ContractTest
  @Rule({"1.1", "5.4"})
  @Needs({Feature.CONTENT_PRODUCERS, Feature.INTERCEPTORS})
  void afterACallThatIsCancelledWhileItsHeadIsJudged(Subject subject, FaultServer server) {
    server.plays(BUSY, DONE);

    Map<String, String> told =
        subject.run("io.redial.subjects.apache4.CancelAtHeadScenario", Map.of("url", server.url()));

    assertThat(told).containsEntry("asked", "true").containsEntry("released", "true");
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("5.4")
  @Needs({Feature.CONTENT_PRODUCERS, Feature.INTERCEPTORS, Feature.CANCEL_DROPS})
  void aCallThatIsCancelledAsARetryBeginsLeavesTheWire(Subject subject, FaultServer server) {
    server.plays(BUSY, Steps.hang());

    Map<String, String> told =
        subject.run(
            "io.redial.subjects.apache4.CancelAtRetryScenario", Map.of("url", server.url()));

    assertThat(told)
        .containsEntry("begins", "true")
        .containsEntry("cancelled", "true")
        .containsEntry("leased", "0");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule({"1.4", "5.4"})
  @Needs({Feature.CONTENT_PRODUCERS, Feature.INTERCEPTORS, Feature.CANCEL_DROPS})
  void whenTheClientIsClosedAsARetryLooksUpItsAddress(Subject subject, FaultServer server) {
    server.plays(Steps.reset(), DONE);

    Map<String, String> told =
        subject
            .with("backoff=none")
            .run("io.redial.subjects.apache4.CloseAtRetryScenario", Map.of("url", server.url()));

    assertThat(told)
        .containsEntry("lookups", "2")
        .doesNotContainKey("hung")
        .containsKey("failed")
        .containsEntry("released", "true");
  }

  @ContractTest
  @Rule({"1.4", "2.5"})
  @Needs({Feature.CONTENT_PRODUCERS, Feature.INTERCEPTORS, Feature.CANCEL_DROPS})
  void anAttemptThatTimesOutBeforeItHasAConnectionCostsThePoolNone(
      Subject subject, FaultServer server) {
    server.plays(DONE, DONE);

    Map<String, String> told =
        subject
            .with("retry-on=timeout,per-try-timeout=300ms,backoff=none")
            .run("io.redial.subjects.apache4.SlowStartScenario", Map.of("url", server.url()));

    assertThat(told)
        .containsEntry("status", "200")
        .containsEntry("started", "2")
        .containsEntry("leased", "0");
  }

  @ContractTest(slice = true)
  @Rule({"1.1", "6.3"})
  @Needs(Feature.RELEASES)
  void afterACallThatIsRetried(Subject subject, @Each("SINGLE_USE") BodyKind kind) {
    sent(subject, kind, "POST", "200", BUSY, BUSY, DONE);
  }

  @ContractTest
  @Rule({"1.2", "6.3"})
  @Needs(Feature.RELEASES)
  void afterASurrender(Subject subject, @Each("SINGLE_USE") BodyKind kind) {
    sent(subject.with("max-retries=1"), kind, "POST", "503", BUSY, BUSY);
  }

  @ContractTest
  @Rule({"6.3", "6.4"})
  @Needs(Feature.RELEASES)
  void afterABodyThatOutgrewTheBuffer(Subject subject, @Each("SINGLE_USE") BodyKind kind) {
    sent(subject.with("replay-buffer=16KiB"), kind, "POST", "503", BUSY);
  }

  @ContractTest
  @Rule("6.3")
  @Needs(Feature.RELEASES)
  void afterAnAnswerThatCameBeforeTheBodyWasSent(
      Subject subject, @Each("SINGLE_USE") BodyKind kind) {
    sent(subject, kind, "POST", "200", Steps.early(1_000, BUSY), DONE);
  }

  @ContractTest
  @Rule({"6.1", "6.3"})
  @Needs({Feature.RELEASES, Feature.SENDS_ON})
  void afterAHeadThatCameInTheMidstOfAReplay(Subject subject, @Each("SINGLE_USE") BodyKind kind) {
    Step late = Steps.headFirst(1_000, DONE);
    sentWhole(subject.bare(), kind, late);
    Subject roomy = subject.with("backoff=none,replay-buffer=16MiB");
    sentWhole(roomy, kind, Steps.resetAfter(LARGE - 100_000), late);
  }

  private static void sentWhole(Subject subject, BodyKind kind, Step... steps) {
    try (FaultServer server = new FaultServer().plays(steps)) {
      Sending put = subject.put(server.url()).body(kind, LARGE);
      Pending call = put.start();

      assertThat(call.reply().get("body.text")).isEqualTo("done");
      assertThat(server.attempts().get(steps.length - 1).body()).isEqualTo(put.bytes());
      assertLetGoOnce(call);
    }
  }

  @ContractTest
  @Rule({"2.2", "6.3"})
  @Needs(Feature.RELEASES)
  void afterALostConnectionThatIsReplaced(Subject subject, @Each("SINGLE_USE") BodyKind kind) {
    Subject soon = subject.with("backoff=none");
    sent(soon, kind, "PUT", "200", Steps.reset(), DONE);
    sent(soon, kind, "PUT", "200", Steps.resetAfter(20_000), Steps.resetAfter(90_000), DONE);
  }

  @ContractTest
  @Rule({"1.1", "2.2"})
  @Needs({Feature.RELEASES, Feature.FAILS_FUTURES})
  void afterALostConnectionThatEndsTheCall(Subject subject, @Each("SINGLE_USE") BodyKind kind) {
    for (Subject either : List.of(subject.bare(), subject)) {
      sent(either, kind, "POST", null, Steps.reset());
      sent(either, kind, "POST", null, Steps.resetAfter(20_000));
    }
    sent(
        subject.with("max-retries=1,backoff=none"),
        kind,
        "PUT",
        null,
        Steps.reset(),
        Steps.reset());
  }

  @ContractTest
  @Rule({"1.1", "2.3"})
  @Needs({Feature.RELEASES, Feature.FAILS_FUTURES})
  void afterConnectionsThatAreRefused(Subject subject, @Each("SINGLE_USE") BodyKind kind) {
    for (Subject either : List.of(subject.bare(), subject.with("max-retries=1,backoff=none"))) {
      String url = "http://127.0.0.1:" + FreePort.refusing().number() + "/";
      Pending call = either.put(url).body(kind, SIZE).start();

      assertThat(call.reply().get("status")).isNull();
      assertLetGoOnce(call);
    }
  }

  @ContractTest
  @Rule({"5.4", "6.3"})
  @Needs(Feature.RELEASES)
  void afterACancelledWait(Subject subject, FaultServer server, @Each("SINGLE_USE") BodyKind kind) {
    server.plays(Answer.unavailable("20"), DONE);
    Subject configured = subject.with("deadline=60s");

    Pending call = start(configured, "PUT", kind, server);
    Eventually.until(() -> configured.bean().waiting() == 1);
    call.cancel();

    Reply reply = call.reply();
    assertThat(reply.is("future.cancelled")).isTrue();
    assertThat(hasHeard(reply)).isTrue();
    assertLetGoOnce(call);
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule({"5.4", "6.3"})
  @Needs({Feature.RELEASES, Feature.CLOSE, Feature.FAILS_FUTURES})
  void afterAWaitThatClosingTheClientEnded(
      Subject subject, FaultServer server, @Each("SINGLE_USE") BodyKind kind) {
    server.plays(Answer.unavailable("20"), DONE);
    Subject configured = subject.with("deadline=60s");

    Pending call =
        configured.put(server.url()).body(kind, SIZE).by("closed " + server.url("")).start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    call.toClient("close");

    assertThat(call.reply().classes("thrown")).isNotEmpty();
    assertLetGoOnce(call);
  }

  /** Its call is cancelled by the client, which has not given it the body. */
  @ContractTest
  @Rule({"1.1", "8.2"})
  @Needs({Feature.RELEASES, Feature.CONTENT_PRODUCERS})
  void afterAConsumerThatIsDoneWithTheHead(Subject subject, FaultServer server) {
    // More than it reads at once: one that has read all of a body is not cancelled.
    Answer busy = Answer.unavailable("20").body("y".repeat(5_000));
    server.plays(busy, busy);
    Subject configured = subject.with("deadline=60s");
    Reply without = configured.bare().get(server.url()).set("done", "head").send();

    Pending call = configured.get(server.url()).set("done", "head").start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    configured.bean().cancelWaiting(server.url(""));
    Reply with = call.reply();

    assertEndsAlike(with, without);
    assertThat(with.get("consumer.closed")).isEqualTo("1");
  }

  /** Of a response that is not given up on, the client itself asks whether it is done. */
  @ContractTest
  @Rule("1.1")
  @Needs({Feature.RELEASES, Feature.CONTENT_PRODUCERS})
  void afterAConsumerThatIsDoneEarly(Subject subject, FaultServer server) {
    Answer answer = Answer.ok("y".repeat(5_000)).header("ETag", "\"1\"");
    server.plays(answer, answer, answer);
    Reply without = subject.bare().get(server.url()).set("done", "head").send();

    for (String options : List.of("resume=range", "commit=first-byte")) {
      Reply with = subject.with(options).get(server.url()).set("done", "head").send();

      assertEndsAlike(with, without);
      assertThat(with.get("consumer.closed")).isEqualTo(without.get("consumer.closed"));
    }
  }

  private static void assertEndsAlike(Reply with, Reply without) {
    assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown"));
    for (String fact : List.of("future.cancelled", "consumer.failed", "consumer.cancelled")) {
      assertThat(with.get(fact)).as("%s %s", fact, with).isEqualTo(without.get(fact));
    }
  }

  @ContractTest
  @Rule({"2.1", "2.2", "6.3"})
  @Needs({Feature.RELEASES, Feature.HTTP_2_BODY_LOSS, Feature.HTTP_2})
  void afterACallOverHttp2(Subject subject, H2Server server, @Each("SINGLE_USE") BodyKind kind) {
    H2Step busy = H2Step.answer(503, "busy", "retry-after", "0");
    server.plays(busy, H2Step.lose(), H2Step.answer(200, "done"));

    Pending call = subject.with("backoff=none").put(server.url()).http2().body(kind, SIZE).start();

    assertThat(call.reply().get("body.text")).isEqualTo("done");
    assertLetGoOnce(call);
  }

  @ContractTest
  @Rule({"5.4", "6.3"})
  @Needs({Feature.RELEASES, Feature.CANCEL_DROPS})
  void afterACancelledAttempt(Subject subject, @Each("SINGLE_USE") BodyKind kind) {
    cancelled(subject, kind, Steps.hang());
    cancelled(subject, kind, BUSY, Steps.hang());
  }

  private static void cancelled(Subject subject, BodyKind kind, Step... steps) {
    try (FaultServer server = new FaultServer().plays(steps)) {
      Pending call = start(subject, "PUT", kind, server);
      Eventually.until(() -> server.attempts().size() == steps.length);
      call.cancel();
      Reply reply = call.reply();

      // HttpClient 5 by itself forgets some, which its consumer then goes on with, and lets go of
      // the others twice.
      if (server.attempts().get(steps.length - 1).droppedWithin(Duration.ofSeconds(2))) {
        assertThat(hasHeard(reply)).isTrue();
        assertLetGoOnce(call);
      } else {
        assertThat(call.releases().values()).isNotEmpty().isSubsetOf("0", "1");
      }
    }
  }

  @ContractTest
  @Rule({"5.4", "6.3"})
  @Needs({Feature.RELEASES, Feature.CONTENT_PRODUCERS})
  void whenTheCallIsCancelledAsARetryBegins(Subject subject) {
    for (int round = 0; round < CANCELLATIONS; round++) {
      Reply reply = cancelled(subject, "PUT", BodyKind.ONE_SHOT, round, BUSY, Steps.hang());

      assertThat(reply.get("consumer.cancelled")).as("%s", reply).isIn("0", "1");
    }
  }

  @ContractTest
  @Rule({"5.4", "6.3"})
  @Needs({Feature.RELEASES, Feature.CONTENT_PRODUCERS}) // HttpClient 5 itself tells it twice.
  void whenTheCallIsCancelledAsItFails(Subject subject) {
    for (int round = 0; round < CANCELLATIONS; round++) {
      Reply reply = cancelled(subject, "POST", BodyKind.PUBLISHER, round, Steps.reset());

      assertThat(reply.get("consumer.failed")).as("%s", reply).isIn("0", "1");
    }
  }

  /** Cancels a call between the moment before its first attempt ends and the moment after it. */
  private static Reply cancelled(
      Subject subject, String method, BodyKind kind, int round, Step... steps) {
    try (FaultServer server = new FaultServer().plays(steps)) {
      Pending call = start(subject, method, kind, server);
      while (server.attempts().isEmpty()) {
        Thread.onSpinWait();
      }
      LockSupport.parkNanos(round * CANCELLATION_STEP.toNanos());
      call.cancel();
      Reply reply = call.reply();

      assertThat(released(call).values()).isNotEmpty().isSubsetOf("0", "1");
      if (server.attempts().size() > 1 && subject.can(Feature.CANCEL_DROPS)) {
        assertThat(server.attempts().get(1).droppedWithin(Duration.ofSeconds(2))).isTrue();
      }
      return reply;
    }
  }

  /** The consumer: HttpClient 5 tells it of a failure, HttpClient 4 that it is cancelled. */
  private static boolean hasHeard(Reply reply) {
    return reply.is("handler.failed") || "1".equals(reply.get("consumer.cancelled"));
  }

  private static void sent(
      Subject subject, BodyKind kind, String method, String status, Step... steps) {
    try (FaultServer server = new FaultServer().plays(steps)) {
      Pending call = start(subject, method, kind, server);
      Reply reply = call.reply();

      assertThat(reply.get("status")).as("%s", reply).isEqualTo(status);
      assertLetGoOnce(call);
      assertThat(server.attempts()).hasSize(steps.length);
    }
  }

  private static Pending start(Subject subject, String method, BodyKind kind, FaultServer server) {
    return subject.request(method, server.url()).body(kind, SIZE).reading(Reading.CONSUMER).start();
  }

  /** Soon, and no more than that a while later. */
  private static void assertLetGoOnce(Pending call) {
    await()
        .during(Duration.ofMillis(300))
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(released(call)).isEqualTo(ONCE));
  }

  /** Without how much of the body has been received. */
  private static Map<String, String> released(Pending call) {
    Map<String, String> released = new HashMap<>(call.releases());
    released.remove("received");
    return released;
  }
}

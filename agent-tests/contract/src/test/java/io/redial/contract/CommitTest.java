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
import io.redial.contract.server.Download;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.H2Step;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Rule 10.6: a response that dies before the first byte of its body. */
final class CommitTest {
  private static final String FIRST_BYTE = "commit=first-byte,backoff=none";
  private static final int SIZE = 60_000;
  private static final Answer HELLO = Answer.ok("hello");

  private static final String CHUNKED = "Transfer-Encoding: chunked";
  private static final String KNOWN_LENGTH = "Content-Length: 20";

  /** In which nothing is retried, so that nothing is gained by waiting. */
  static final List<String> PASSIVE =
      List.of("mode=observe", "rollout=0%", "max-retries=0", "retry-on=retry-after", "commit=head");

  /** The head of a response, and then the end of the connection. */
  private static Step dies(String framing, End how) {
    return Steps.headOnly(Answer.of(200).header("Content-Type", "text/event-stream"), framing, how);
  }

  private static Step dies() {
    return dies(KNOWN_LENGTH, End.FIN);
  }

  @ContractTest(slice = true)
  @Rule({"10.6", "2.2"})
  @Needs(Feature.FAILS_FUTURES)
  void aResponseThatDiesBeforeItsFirstByteIsRetried(
      Subject subject, FaultServer server, @Each End end) {
    assertRetried(subject, server, KNOWN_LENGTH, end);
  }

  @ContractTest(slice = true)
  @Rule({"10.6", "2.2"})
  @Needs({Feature.FAILS_FUTURES, Feature.NOTICES_MISSING_CHUNKS})
  void aChunkedResponseThatDiesBeforeItsFirstByteIsRetried(
      Subject subject, FaultServer server, @Each End end) {
    assertRetried(subject, server, CHUNKED, end);
  }

  /** The size of the first chunk is not yet a byte of the body. */
  @ContractTest
  @Rule({"10.6", "2.2"})
  @Needs({Feature.FAILS_FUTURES, Feature.NOTICES_MISSING_CHUNKS})
  void aResponseThatDiesAfterTheSizeOfAChunkIsRetried(Subject subject, FaultServer server) {
    Step dies =
        exchange -> {
          exchange.readBody();
          exchange.write("HTTP/1.1 200 OK\r\n" + CHUNKED + "\r\n\r\n5\r\n");
          TimeUnit.MILLISECONDS.sleep(300); // As in Steps.headOnly.
          exchange.finish();
          return false;
        };
    server.plays(dies, dies, HELLO);

    Reply reply =
        subject
            .with(FIRST_BYTE)
            .get(server.url())
            .reading(Reading.STREAM)
            .set("own-retries", "true")
            .send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("hello");
    assertThat(server.attempts()).hasSize(3);
  }

  private static void assertRetried(Subject subject, FaultServer server, String framing, End end) {
    server.plays(dies(framing, end), dies(framing, end), HELLO);

    Reply reply = subject.with(FIRST_BYTE).get(server.url()).reading(Reading.STREAM).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("hello");
    assertThat(reply.number("handler.calls")).isEqualTo(1);
    assertThat(reply.classes("thrown")).isEmpty();
    assertThat(server.attempts()).hasSize(3);
  }

  @ContractTest(slice = true)
  @Rule({"10.6", "1.1"})
  @Needs(Feature.FAILS_FUTURES)
  void whereNothingIsRetriedTheHeadIsNotHeldBack(Subject subject) {
    Reply without = dying(subject.bare());
    for (String options : PASSIVE) {
      assertSame(dying(subject.with(FIRST_BYTE).with(options)), without, options);
    }
  }

  private static Reply dying(Subject subject) {
    try (FaultServer server = new FaultServer().plays(dies(), HELLO)) {
      Reply reply = subject.get(server.url()).reading(Reading.STREAM).send();
      assertThat(server.attempts()).as("%s", reply).hasSize(1);
      return reply;
    }
  }

  @ContractTest(slice = true)
  @Rule({"10.6", "2.8"})
  @Needs(Feature.FAILS_FUTURES)
  void aPostIsNotHeldBackUnlessItHasAKey(Subject subject, FaultServer server) {
    server.plays(dies(), dies(), dies(), HELLO);

    Reply without = posting(subject.bare(), server).send();
    Reply with = posting(subject.with(FIRST_BYTE), server).send();
    assertSame(with, without, "POST");
    assertThat(server.attempts()).hasSize(2);

    Sending keyed = posting(subject.with(FIRST_BYTE), server).header("Idempotency-Key", "1");
    Reply reply = keyed.send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("hello");
    assertThat(server.attempts()).hasSize(4);
    assertThat(server.attempts().get(2).body()).isEqualTo(keyed.bytes());
    assertThat(server.attempts().get(3).body()).isEqualTo(keyed.bytes());
  }

  private static Sending posting(Subject subject, FaultServer server) {
    return subject.post(server.url()).body(BodyKind.STREAM, 50_000).reading(Reading.STREAM);
  }

  private static void assertSame(Reply with, Reply without, String what) {
    for (String fact : List.of("status", "handler.calls", "callback.kind")) {
      assertThat(with.get(fact)).as("%s %s %s", what, fact, with).isEqualTo(without.get(fact));
    }
    assertThat(with.classes("thrown")).as(what).isEqualTo(without.classes("thrown"));
    assertThat(with.classes("reading")).as(what).isEqualTo(without.classes("reading"));
  }

  @ContractTest
  @Rule({"10.6", "1.3"})
  @Needs(Feature.FAILS_FUTURES)
  void afterTheFirstByteNothingIsRetried(Subject subject, FaultServer server) {
    Answer two = Answer.ok("ab");
    server.plays(Steps.halfBody(two), Steps.halfBody(two), HELLO);

    Reply without = subject.bare().get(server.url()).reading(Reading.STREAM).send();
    Reply with = subject.with(FIRST_BYTE).get(server.url()).reading(Reading.STREAM).send();

    assertSame(with, without, "one byte");
    assertThat(server.attempts()).hasSize(2);
  }

  /** A reset right after the first bytes meets the client before it has returned its response. */
  @ContractTest
  @Rule({"10.6", "10.2", "2.2"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.RESUMES})
  void aResetRightAfterTheFirstBytesIsRetriedOrResumed(Subject subject) {
    Subject resuming = subject.with(FIRST_BYTE).with("resume=range,budget=off,deadline=60s");
    Download file = Download.of(SIZE);
    for (int call = 0; call < 30; call++) {
      try (FaultServer server = new FaultServer().plays(file.cutAt(20, End.RST), file.rest())) {
        Reply reply = resuming.get(server.url()).reading(Reading.STREAM).send();

        assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
        assertThat(reply.number("handler.calls")).isEqualTo(1);
      }
    }
  }

  @ContractTest(slice = true)
  @Rule({"10.6", "1.1"})
  void whatHasNoBodyIsAsWithoutTheAgent(Subject subject) {
    Step chunked = Steps.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    List<Step> empty = List.of(Answer.of(200), Answer.of(204), Answer.of(304), chunked);
    for (Step answer : empty) {
      assertSame(subject, "GET", answer);
    }
    assertSame(subject, "HEAD", Answer.of(200).body("hello"));
  }

  private static void assertSame(Subject subject, String method, Step answer) {
    try (FaultServer server = new FaultServer().plays(answer, answer)) {
      Reply without = subject.bare().request(method, server.url()).send();
      Reply with = subject.with(FIRST_BYTE).request(method, server.url()).send();

      assertSame(with, without, method);
      assertThat(with.get("body.text")).isEqualTo(without.get("body.text"));
      assertThat(server.attempts()).hasSize(2);
    }
  }

  @ContractTest(slice = true)
  @Rule({"10.6", "1.1"})
  @Needs(Feature.FAILS_FUTURES)
  void everyReaderGetsTheWholeBody(Subject subject, @Each Reading reading) {
    for (int size : List.of(least(subject), SIZE)) {
      Download file = Download.untagged(size);
      try (FaultServer server = new FaultServer().plays(file.cutAt(0, End.FIN), file.rest())) {
        Reply reply = subject.with(FIRST_BYTE).get(server.url()).reading(reading).send();

        assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
        assertThat(reply.number("handler.calls")).isEqualTo(1);
        if (reading != Reading.DISCARD) {
          assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
        }
        assertThat(server.attempts()).hasSize(2);
      }
    }
  }

  /** HttpAsyncClient 4 would take the only byte for all that its consumer has to read. */
  private static int least(Subject subject) {
    return subject.client().label().matches("apache4.*async.*") ? 2 : 1;
  }

  @ContractTest(slice = true)
  @Rule({"10.6", "1.1"})
  @Needs(Feature.JAVA_NET_HTTP)
  void everySubscriberOfTheApplicationsKeepsItsPace(Subject subject, FaultServer server) {
    Download file = Download.untagged(SIZE);
    for (String kind : ResumeTest.SUBSCRIBERS) {
      server.plays(file.cutAt(0, End.FIN), file.rest());
      Sending call = subject.with(FIRST_BYTE).get(server.url()).set("own-subscriber", kind);

      Reply reply = call.reading(Reading.BYTES).send();

      assertThat(reply.get("body.sha256")).as("%s %s", kind, reply).isEqualTo(file.sha256());
    }
    assertThat(server.attempts()).hasSize(6);
  }

  /** It is told its own error, on whatever thread that was, and its connection is dropped. */
  @ContractTest(slice = true)
  @Rule({"10.6", "1.1"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aSubscriberThatFailsLosesItsConnection(Subject subject) {
    failsAs(subject, "asks-for-nothing", IllegalArgumentException.class);
    failsAs(subject, "throws-outside", IllegalStateException.class);
  }

  private static void failsAs(Subject subject, String kind, Class<?> failure) {
    for (Subject either : List.of(subject.bare(), subject.with(FIRST_BYTE))) {
      try (FaultServer server = new FaultServer().plays(Download.untagged(SIZE).stallAt(30_000))) {
        Sending call = either.get(server.url()).set("own-subscriber", kind);

        Reply reply = call.reading(Reading.BYTES).send();

        assertThat(reply.classes("thrown")).as("%s", reply).contains(failure.getName());
        server.attempts().get(0).awaitDropped();
      }
    }
  }

  @ContractTest(slice = true)
  @Rule({"10.6", "1.1"})
  @Needs({Feature.PRODUCERS, Feature.RESUMES})
  void everyConsumerGetsTheWholeBodyAtItsOwnPace(
      Subject subject, FaultServer server, @Each("CONSUMERS") String kind) {
    Download file = Download.untagged(400_000);
    server.plays(file.cutAt(0, End.FIN), file.rest());

    Reply reply = subject.with(FIRST_BYTE).get(server.url()).set("consumer", kind).send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    assertThat(reply.number("handler.calls")).isEqualTo(1);
    assertThat(reply.number("callback.calls")).isEqualTo(1);
    assertThat(reply.number("consumer.releases")).isEqualTo(1);
    assertThat(server.attempts()).hasSize(2);
  }

  static final List<String> CONSUMERS = ResumeConsumerTest.CONSUMERS;

  @ContractTest(slice = true)
  @Rule({"10.6", "10.2"})
  @Needs(Feature.RESUMES)
  void withResumeTheBodyGoesOnAfterItsFirstByte(
      Subject subject, FaultServer server, @Each Reading reading) {
    Download file = Download.of(SIZE);
    server.plays(file.cutAt(0, End.FIN), file.cutAt(30_000, End.FIN), file.rest());

    Reply reply =
        subject.with(FIRST_BYTE).with("resume=range").get(server.url()).reading(reading).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.number("handler.calls")).isEqualTo(1);
    if (reading != Reading.DISCARD) {
      assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
      assertThat(file.sent()).containsExactly("0-0", "0-30000", "30000-60000");
    }
  }

  @ContractTest
  @Rule({"10.6", "5.1", "1.2", "11.4"})
  @Needs(Feature.FAILS_FUTURES)
  void limitsAreThoseOfAnyLostConnection(Subject subject) {
    Subject configured = subject.with(FIRST_BYTE).with("max-error-retries=2");
    try (FaultServer server = new FaultServer().plays(dies(), dies(), dies(), HELLO)) {
      Reply reply = configured.get(server.url()).reading(Reading.STREAM).send();

      assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
      assertThat(reply.suppressed("thrown")).as("%s", reply).hasSize(2);
      assertThat(reply.get("status")).isNull();
      assertThat(server.attempts()).hasSize(3);
      assertThat(configured.bean().retries("connection-error")).isEqualTo(2);
      assertThat(configured.bean().refusals("max-retries")).isEqualTo(1);
    }
  }

  @ContractTest
  @Rule({"10.6", "5.5"})
  @Needs(Feature.FAILS_FUTURES)
  void theBudgetIsThatOfAnyRetry(Subject subject, FaultServer server) {
    server.plays(dies(), HELLO);

    Reply reply = subject.with(FIRST_BYTE).with("budget=0%:0").get(server.url()).send();

    assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest(slice = true)
  @Rule({"10.6", "2.5", "5.3"})
  @Needs(Feature.FAILS_FUTURES)
  void theTimeOfAnAttemptRunsUntilTheFirstByte(Subject subject, FaultServer server) {
    Download file = Download.untagged(SIZE);
    // On a busy machine, a good answer may come too late as well.
    server.plays(file.stallAt(0), file.stallAt(0), file.rest(), file.rest(), file.rest());
    Subject hasty = subject.with(FIRST_BYTE).with("per-try-timeout=800ms");

    Reply ended = hasty.get(server.url()).reading(Reading.STREAM).send();
    Reply retried =
        hasty
            .with("retry-on=retry-after+connection-error+timeout")
            .get(server.url())
            .reading(Reading.STREAM)
            .send();

    assertThat(ended.classes("thrown"))
        .as("%s", ended)
        .first()
        .isEqualTo(subject.client().timeoutException());
    assertThat(retried.get("body.sha256")).as("%s", retried).isEqualTo(file.sha256());
    assertThat(server.attempts()).hasSizeBetween(3, 5);
  }

  @ContractTest(slice = true)
  @Rule({"10.6", "2.2"})
  @Needs({Feature.HTTP_2, Feature.HTTP_2_BODY_LOSS})
  void overHttp2TheResponseIsRetriedToo(Subject subject) {
    H2Step dies =
        stream -> {
          stream.head(200);
          stream.finishConnectionOnceRead();
        };
    H2Step hello = H2Step.answer(200, "hello");
    try (H2Server server = new H2Server().plays(hello, dies, hello)) {
      Subject quick = subject.with("commit=first-byte,backoff=fixed:200ms");
      quick.get(server.url()).http2().by(server.url()).send();
      Reply reply =
          quick
              .put(server.url())
              .http2()
              .by(server.url())
              .body(BodyKind.STREAM, 1_000)
              .reading(Reading.STREAM)
              .send();

      assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("hello");
      assertThat(reply.number("handler.calls")).isEqualTo(1);
      assertThat(server.attempts()).hasSize(3);
    }
  }
}

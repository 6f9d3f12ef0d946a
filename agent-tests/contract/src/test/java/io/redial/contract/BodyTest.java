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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Rule 6: a retry sends byte for byte what the first attempt was to send, or is not made. */
final class BodyTest {
  private static final int SIZE = 100 * 1024;
  static final Set<BodyKind> BODIES = EnumSet.complementOf(EnumSet.of(BodyKind.NONE));
  static final Set<BodyKind> STREAMS = EnumSet.of(BodyKind.STREAM, BodyKind.ONE_SHOT);
  static final Set<BodyKind> PUBLISHERS =
      EnumSet.of(BodyKind.PUBLISHER, BodyKind.ONE_TIME_PUBLISHER);

  /** Whether the application wraps its entity. */
  static final boolean[] WRAPPED = {false, true};

  private static final String SMALL_BUFFER = "replay-buffer=64KiB";

  @ContractTest(slice = true)
  @Rule({"6.1", "6.2", "6.3"})
  void everyKindOfBodyIsSentAgainByteForByte(
      Subject subject, FaultServer server, @Each("BODIES") BodyKind kind) {
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("done"));

    Sending post = subject.post(server.url()).body(kind, SIZE);
    Reply reply = post.send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(server.attempts()).hasSize(3);
    for (Attempt attempt : server.attempts()) {
      assertThat(attempt.body()).isEqualTo(post.bytes());
    }
  }

  @ContractTest(slice = true)
  @Rule({"6.1", "2.1", "3.4", "1.1"})
  void aStreamedPostIsSentThreeTimesASecondApart(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("1"), Answer.unavailable("1"), Answer.ok("done"));

    Sending post = subject.post(server.url()).body(BodyKind.STREAM, SIZE);
    Reply reply = post.send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(reply.number("handler.calls")).isEqualTo(1);
    assertThat(server.attempts()).hasSize(3);
    for (int i = 0; i < 3; i++) {
      assertThat(server.attempts().get(i).body()).isEqualTo(post.bytes());
    }
    assertThat(server.gap(0)).isGreaterThanOrEqualTo(1_000_000_000L);
    assertThat(server.gap(1)).isGreaterThanOrEqualTo(1_000_000_000L);
  }

  @ContractTest
  @Rule("6.1")
  void everyAttemptIsFramedAlike(Subject subject, FaultServer server, @Each BodyKind kind) {
    server.plays(Answer.unavailable("0"), Answer.ok("done"));

    subject.post(server.url()).body(kind, kind == BodyKind.NONE ? 0 : 5000).send();

    Attempt first = server.attempts().get(0);
    Attempt second = server.attempts().get(1);
    assertThat(second.header("Content-Length")).isEqualTo(first.header("Content-Length"));
    assertThat(second.header("Transfer-Encoding")).isEqualTo(first.header("Transfer-Encoding"));
  }

  @ContractTest
  @Rule("6.3")
  void theApplicationsOwnPublisherIsAskedOnce(
      Subject subject, FaultServer server, @Each("PUBLISHERS") BodyKind kind) {
    server.plays(Answer.unavailable("0"), Answer.ok("done"));

    Reply reply = subject.post(server.url()).body(kind, SIZE).send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(reply.number("body.opened")).isEqualTo(1);
  }

  @ContractTest(slice = true)
  @Rule("6.3")
  void anAnswerBeforeTheBodyWasSentDoesNotCutTheRetrysBodyShort(
      Subject subject, FaultServer server, @Each("BODIES") BodyKind kind) {
    server.plays(Steps.early(1000, Answer.unavailable("0")), Answer.ok("done"));

    Sending post = subject.post(server.url()).body(kind, 600_000);
    Reply reply = post.send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(server.attempts().get(1).body()).isEqualTo(post.bytes());
  }

  @ContractTest
  @Rule("6.3")
  @Needs(Feature.EXPECT_CONTINUE)
  void anAwaitedContinueIsAwaitedEachTime(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("done"));

    Sending post =
        subject.post(server.url()).body(BodyKind.STREAM, SIZE).set("expect-continue", true);
    Reply reply = post.send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(server.attempts())
        .extracting(a -> a.header("Expect"))
        .hasSize(2)
        .doesNotContainNull();
    assertThat(server.attempts().get(1).body()).isEqualTo(post.bytes());
  }

  @ContractTest(slice = true)
  @Rule({"6.4", "11.4"})
  void aBodyThatOutgrowsTheBufferIsSentOnce(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0").body("sorry"), Answer.ok("late"));
    Subject small = subject.with(SMALL_BUFFER);

    Sending post = small.post(server.url()).body(BodyKind.STREAM, 3 * 1024 * 1024);
    Reply reply = post.send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("sorry");
    assertThat(server.attempts()).hasSize(1);
    assertThat(server.attempts().get(0).body()).isEqualTo(post.bytes());
    assertThat(small.bean().refusals("body")).isEqualTo(1);
  }

  @ContractTest
  @Rule("6.2")
  void aBodyThatTheClientCanRepeatNeedsNoBuffer(Subject subject, FaultServer server) {
    needsNoBuffer(subject, server, BodyKind.BYTES);
  }

  @ContractTest
  @Rule("6.2")
  @Needs(Feature.REPEATS_TEXT)
  void aTextThatTheClientCanRepeatNeedsNoBuffer(Subject subject, FaultServer server) {
    needsNoBuffer(subject, server, BodyKind.STRING);
  }

  private static void needsNoBuffer(Subject subject, FaultServer server, BodyKind kind) {
    server.plays(Answer.unavailable("0"), Answer.ok("done"));

    Sending post = subject.with(SMALL_BUFFER).post(server.url()).body(kind, 2 * 1024 * 1024);

    assertThat(post.send().get("status")).isEqualTo("200");
    assertThat(server.attempts().get(1).body()).isEqualTo(post.bytes());
  }

  @ContractTest
  @Rule("6.2")
  void aFileThatChangedIsNotSentAgainAsSomethingElse(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("2"), Answer.ok("done"));

    Sending post = subject.post(server.url()).body(BodyKind.FILE, 5000);
    Pending call = post.start();
    Eventually.until(() -> subject.bean().waiting() == 1 || call.done());
    call.act("change-file");
    Reply reply = call.reply();

    assertThat(reply.get("status")).isIn("200", "503");
    assertThat(server.attempts()).isNotEmpty();
    for (Attempt attempt : server.attempts()) {
      assertThat(attempt.body()).isEqualTo(post.bytes());
    }
  }

  @ContractTest
  @Rule({"6.1", "6.2"})
  void aFileThatChangedIsNotSentAgainWhenTheWaitIsEnded(Subject subject) {
    Answer busy = Answer.unavailable("20").body("x".repeat(100_000)); // Not kept.
    try (FaultServer server = new FaultServer().plays(busy, Answer.ok("done"))) {
      Subject configured = subject.with("deadline=60s");
      Sending put = configured.put(server.url()).body(BodyKind.FILE, 5_000);
      Pending call = put.start();
      Eventually.until(() -> configured.bean().waiting() == 1 || call.done());
      call.act("change-file");
      configured.bean().cancelWaiting("*");
      call.reply();

      assertThat(server.attempts()).isNotEmpty();
      assertThat(server.attempts()).allMatch(sent -> Arrays.equals(sent.body(), put.bytes()));
    }
  }

  @ContractTest
  @Rule({"6.1", "6.4"})
  @Needs(Feature.BODY_INTERCEPTORS)
  void whatAnInterceptorHasReadIsNoBodyOfARetry(
      Subject subject, FaultServer server, @Each("WRAPPED") boolean wrapped) {
    server.plays(Answer.unavailable("0"), Answer.ok("done"));

    Sending put = subject.put(server.url()).body(BodyKind.STREAM, 5_000);
    Reply reply = put.set("signed", true).set("wrapped", wrapped).send();

    assertThat(reply.get("status")).as("%s", reply).isIn("200", "503");
    assertThat(server.attempts()).isNotEmpty();
    assertThat(server.attempts()).allMatch(sent -> Arrays.equals(sent.body(), put.bytes()));
  }

  @ContractTest
  @ResourceLock("replay-buffer")
  @Rule("6.5")
  void theCopyOfAFileIsFreedWhateverTheAnswer(Subject subject) {
    Subject tight = subject.with("replay-buffer=64KiB:64KiB,backoff=none");
    for (int i = 0; i < 3; i++) {
      try (FaultServer server = new FaultServer()) {
        server.plays(Answer.of(404), Answer.unavailable("0"), Answer.ok("done"));
        Reply missing = tight.put(server.url()).body(BodyKind.FILE, 50_000).send();
        Reply stream = tight.post(server.url()).body(BodyKind.STREAM, 50_000).send();

        assertThat(missing.get("status")).as("call %s", i).isEqualTo("404");
        assertThat(stream.get("status")).as("call %s", i).isEqualTo("200");
      }
    }
  }

  @ContractTest
  @ResourceLock("replay-buffer")
  @Rule("6.5")
  void theCopiesOfPastCallsAreFreed(Subject subject, FaultServer server) {
    Subject tight = subject.with("replay-buffer=64KiB:64KiB,backoff=none");
    for (int i = 0; i < 10; i++) {
      server.plays(Answer.unavailable("0"), Answer.ok("done"));

      Reply reply = tight.post(server.url()).body(BodyKind.STREAM, 50_000).send();

      assertThat(reply.get("status")).as("call %s", i).isEqualTo("200");
    }
  }

  @ContractTest
  @ResourceLock("replay-buffer")
  @Rule("6.5")
  void theCopiesOfFailedCallsAreFreed(Subject subject, FaultServer server) {
    Subject tight =
        subject.with("replay-buffer=64KiB:64KiB,backoff=none,max-retries=1,deadline=5s");
    server.plays(Steps.reset(), Answer.unavailable("9"), Steps.resetAfter(5_000));
    for (int i = 0; i < 3; i++) {
      tight.post(server.url()).body(BodyKind.STREAM, 50_000).send();
    }
    server.plays(Answer.unavailable("0"), Answer.ok("done"));

    assertThat(tight.post(server.url()).body(BodyKind.STREAM, 50_000).send().get("status"))
        .isEqualTo("200");
  }

  @ContractTest
  @ResourceLock("replay-buffer")
  @Rule("6.3")
  void theBufferOfTheWholeProcessIsShared(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("3"), Answer.unavailable("0").body("no room"));
    Subject small = subject.with("replay-buffer=64KiB:64KiB");

    Pending first = small.post(server.url()).body(BodyKind.STREAM, 50_000).start();
    Eventually.until(() -> small.bean().waiting() == 1);
    Reply second = small.post(server.url()).body(BodyKind.STREAM, 50_001).send();
    server.plays(Answer.ok("done"));

    assertThat(second.get("status")).isEqualTo("503");
    assertThat(second.get("body.text")).isEqualTo("no room");
    assertThat(first.reply().get("status")).isEqualTo("200");
  }

  @ContractTest
  @ResourceLock("replay-buffer")
  @Rule({"6.5", "2.8"})
  void aSlowDownloadKeepsNoCopyThatNoRetryCouldUse(Subject subject, FaultServer slow) {
    slow.plays(Steps.stalled(Answer.ok("never all of it")));
    Subject small = subject.with("replay-buffer=64KiB:64KiB");

    Pending download = small.post(slow.url()).body(BodyKind.STREAM, 50_000).start();
    Eventually.until(() -> slow.attempts().size() == 1);
    Eventually.until(() -> isRetriedWithItsBody(small));

    assertThat(download.done()).isFalse();
  }

  private static boolean isRetriedWithItsBody(Subject subject) {
    try (FaultServer server = new FaultServer().plays(Answer.unavailable("0"), Answer.ok("done"))) {
      Reply reply = subject.post(server.url()).body(BodyKind.STREAM, 50_000).send();
      return reply.get("status").equals("200");
    }
  }

  @ContractTest
  @Rule({"6.3", "2.2"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aSupplierThatHandsOutTheSameStreamTwiceIsHarmless(Subject subject, FaultServer server) {
    server.plays(Steps.resetAfter(20_000), Steps.resetAfter(90_000), Answer.ok("done"));

    Sending put = subject.with("backoff=none").put(server.url()).body(BodyKind.ONE_SHOT, SIZE);
    Reply reply = put.send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(server.attempts().get(2).body()).isEqualTo(put.bytes());
  }

  @ContractTest
  @Rule({"6.3", "5.2"})
  @Needs(Feature.LIVE_STREAM)
  void aSourceThatPausesAfterTheConnectionBrokeHoldsNobodyUp(
      Subject subject, FaultServer server, @Each("STREAMS") BodyKind kind) {
    CountDownLatch broken = new CountDownLatch(1);
    server.plays(resetAfter(8_000, broken));

    Pending call = pausing(subject.with("backoff=fixed:1h,jitter=none"), kind, server).start();
    await(broken);
    call.act("go-on");
    try {
      Eventually.until(call::done);
    } finally {
      call.act("go-on");
    }

    Reply reply = call.reply();
    assertThat(reply.classes("thrown")).isNotEmpty();
    assertThat(reply.number("body.closed")).isEqualTo(1);
  }

  @ContractTest
  @Rule({"6.3", "6.1"})
  @Needs(Feature.LIVE_STREAM)
  void aRetryTakesTheRestFromTheSourceWhenItIsSent(
      Subject subject, FaultServer server, @Each("STREAMS") BodyKind kind) {
    CountDownLatch broken = new CountDownLatch(1);
    server.plays(resetAfter(8_000, broken), Answer.ok("done"));

    Sending put = pausing(subject.with("backoff=none"), kind, server);
    Pending call = put.start();
    await(broken);
    call.act("go-on");
    try {
      Eventually.until(() -> server.attempts().size() == 2 || call.done());
    } finally {
      call.act("go-on");
    }

    Reply reply = call.reply();
    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.number("body.closed")).isEqualTo(1);
    assertThat(server.attempts().get(1).body()).isEqualTo(put.bytes());
  }

  @ContractTest
  @Rule({"1.3", "6.3"})
  @Needs(Feature.LIVE_STREAM)
  void aSourceThatFailsToCloseFailsTheCallAsEver(Subject subject, @Each("STREAMS") BodyKind kind) {
    List<String> outcomes = new ArrayList<>();
    for (Subject either : List.of(subject.bare(), subject)) {
      try (FaultServer server = new FaultServer().plays(Answer.ok("one"), Answer.ok("two"))) {
        Sending put = either.put(server.url()).body(kind, SIZE).set("fails-to-close", true);
        Reply reply = put.send();
        outcomes.add(reply.get("status") + reply.classes("thrown") + reply.message("thrown"));
        // The client may give up on its connection before the server has read anything.
        assertThat(server.attempts()).hasSizeLessThan(2);
      }
    }

    assertThat(outcomes.get(1)).isEqualTo(outcomes.get(0));
  }

  /** Pauses when the server has enough to break the connection, and once more after that. */
  private static Sending pausing(Subject subject, BodyKind kind, FaultServer server) {
    return subject.put(server.url()).body(kind, 400_000).set("pauses", "100000 300000");
  }

  private static Step resetAfter(long bytes, CountDownLatch broken) {
    return exchange -> {
      boolean more = Steps.resetAfter(bytes).play(exchange);
      broken.countDown();
      return more;
    };
  }

  private static void await(CountDownLatch latch) {
    Eventually.until(() -> latch.getCount() == 0);
  }

  @ContractTest
  @Rule({"5.4", "6.1"})
  @Needs(Feature.FUTURE)
  void aReplayThatIsCutShortNeverLooksWhole(Subject subject) throws InterruptedException {
    CountDownLatch taken = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    try (FaultServer server =
        new FaultServer().plays(Answer.unavailable("0"), Steps.pausing(50_000, taken, goOn))) {
      Sending put =
          subject
              .with("replay-buffer=8MiB")
              .put(server.url())
              .body(BodyKind.ONE_TIME_PUBLISHER, 5_000_000);
      Pending call = put.start();
      assertThat(taken.await(40, TimeUnit.SECONDS)).isTrue();
      call.cancel();
      call.reply();
      goOn.countDown();

      Attempt replayed = server.attempts().get(1);
      Eventually.until(() -> replayed.complete() || replayed.dropped());
      assertThat(!replayed.complete() || Arrays.equals(replayed.body(), put.bytes()))
          .as("%s bytes", replayed.body().length)
          .isTrue();
    }
  }
}

package io.redial.contract;

import static io.redial.contract.StreamReadings.asItComes;
import static io.redial.contract.StreamReadings.assertSameEnd;
import static io.redial.contract.StreamReadings.read;
import static io.redial.contract.StreamReadings.reading;
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
import io.redial.contract.server.Download.End;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.ReplayedLog;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Rule 10.7 for streams: a resumption obeys and shows in what retries do. */
final class StreamLimitsTest {
  static final List<String> SWITCHED_OFF =
      List.of("mode=observe", "rollout=0%", "enabled=false", "max-retries=0", "resume=none");

  @ContractTest
  @Rule({"10.7", "5.1"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void asManyRetriesWithoutProgressAsACallMayMakeEndIt(Subject subject, @Each StreamKind kind) {
    Step cut = kind.log().cutAfter(5, 3, End.FIN);
    Reply without = read(subject.bare(), kind.path, 1, cut);
    Reply with =
        read(
            subject.with(kind.resuming + ",max-retries=2"),
            kind.path,
            3,
            cut,
            Steps.reset(),
            Steps.finish());

    assertSameEnd(with, without);
  }

  @ContractTest
  @Rule({"10.7", "5.1"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void halfAnEventIsNoProgress(Subject subject, @Each StreamKind kind) {
    ReplayedLog log = kind.log();
    Step cut = log.cutAfter(5, 3, End.FIN);
    Reply without = read(subject.bare(), kind.path, 1, cut);
    Reply with =
        read(
            subject.with(kind.resuming + ",max-retries=2"),
            kind.path,
            3,
            cut,
            log.cutAfter(0, 10, End.FIN),
            log.cutAfter(0, 3, End.FIN));

    // It is the latest cut that is reported, at another place of the stream than the first.
    assertThat(with.classes("thrown")).as("%s", with).isEqualTo(without.classes("thrown"));
    assertThat(with.classes("reading")).as("%s", with).isEqualTo(without.classes("reading"));
  }

  /** It would ask for events that the application already has. */
  @ContractTest
  @Rule({"10.5", "7.1"})
  @Needs(Feature.RESUMES)
  void theClientItselfNeverRepeatsARequestForTheRest(
      Subject subject, FaultServer server, @Each StreamKind kind) {
    ReplayedLog log = kind.log();
    server.plays(
        log.cutAfter(5, 3, End.FIN),
        log.cutAfter(12, 3, End.FIN),
        log.cutAfter(12, 3, End.RST),
        log.rest());

    Reply reply =
        subject
            .with(kind.resuming)
            .get(server.url(kind.path))
            .reading(asItComes(subject))
            .set("own-retries", "true")
            .send();

    assertThat(reply.number("body.length")).as("%s", reply).isEqualTo(log.length(40));
    assertThat(server.attempts())
        .extracting(attempt -> attempt.target() + " " + attempt.header("Last-Event-ID"))
        .doesNotHaveDuplicates();
  }

  @ContractTest
  @Rule({"10.7", "5.1"})
  @Needs(Feature.RESUMES)
  void anEventInBetweenIsProgress(Subject subject, FaultServer server, @Each StreamKind kind) {
    ReplayedLog log = kind.log();
    Step cut = log.cutAfter(1, 3, End.FIN);
    server.plays(cut, Steps.reset(), cut, Steps.finish(), cut, log.idleAfter(2));

    Pending call =
        subject
            .with(kind.resuming + ",max-retries=2")
            .get(server.url(kind.path))
            .reading(asItComes(subject))
            .start();

    Eventually.until(() -> server.attempts().size() == 6);
    server.close();
    assertThat(call.reply().get("status")).isIn("200", null);
  }

  @ContractTest
  @Rule({"10.7", "3.4"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void aServerThatAsksForPatienceIsWaitedFor(
      Subject subject, FaultServer server, @Each StreamKind kind) {
    server.plays(
        kind.log().cutAfter(5, 3, End.FIN), Answer.unavailable("2"), kind.log().idleAfter(1));

    Pending call =
        subject.with(kind.resuming).get(server.url(kind.path)).reading(asItComes(subject)).start();

    Eventually.until(() -> server.attempts().size() == 3);
    assertThat(server.gap(1)).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(2));
    assertThat(server.attempts().get(2).connection())
        .as("its connection is kept (8.1)")
        .isEqualTo(server.attempts().get(1).connection());
    server.close();
    call.reply();
  }

  @ContractTest
  @Rule({"10.7", "5.2"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void theDeadlineCountsFromTheCut(Subject subject, FaultServer server, @Each StreamKind kind) {
    Subject hasty = subject.with(kind.resuming + ",deadline=3s");
    CountDownLatch late = new CountDownLatch(1);
    server.plays(kind.log().lostAfter(5, late), kind.log().idleAfter(1));
    Pending within = hasty.get(server.url(kind.path)).reading(asItComes(subject)).start();
    Eventually.until(() -> server.attempts().size() == 1);
    long begun = server.attempts().get(0).arrived();
    Eventually.until(() -> System.nanoTime() - begun > TimeUnit.MILLISECONDS.toNanos(3500));
    late.countDown();
    Eventually.until(() -> server.attempts().size() == 2);
    server.close();
    within.reply();

    Step cut = kind.log().cutAfter(5, 3, End.FIN);
    Reply without = read(subject.bare(), kind.path, 1, cut);
    Reply beyond = read(hasty, kind.path, 2, cut, Answer.unavailable("4"));
    assertSameEnd(beyond, without);
  }

  @ContractTest
  @Rule({"10.7", "5.5", "11.4"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void theBudgetIsSpentAndRefuses(Subject subject, @Each StreamKind kind) {
    Step cut = kind.log().cutAfter(2, 3, End.FIN);
    Subject configured = subject.with(kind.resuming + ",budget=0%:0.1");

    Reply reply = read(configured, kind.path, 2, cut, cut);

    assertThat(reply.facts().keySet())
        .as("%s", reply)
        .containsAnyOf("thrown.0.class", "reading.0.class");
    assertThat(configured.bean().retries("connection-error")).isEqualTo(1);
    assertThat(configured.bean().refusals("budget")).isEqualTo(1);
  }

  @ContractTest
  @Rule({"10.7", "11.1", "1.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void nothingIsResumedOrAskedForWhereNothingIsRetried(
      Subject subject, @Each StreamKind kind, @Each("SWITCHED_OFF") String off) {
    Step cut = kind.log().cutAfter(5, 3, End.FIN);
    Reply without = read(subject.bare(), kind.path, 1, cut);
    try (FaultServer server = new FaultServer().plays(cut)) {
      Reply with =
          subject
              .with(kind.resuming)
              .with(off)
              .get(server.url(kind.path))
              .reading(reading(subject))
              .send();

      assertSameEnd(with, without);
      assertThat(server.attempts()).hasSize(1);
      assertThat(server.attempts().get(0).originForm()).isEqualTo(kind.path);
    }
  }

  @ContractTest
  @Rule({"10.7", "11.2", "11.3"})
  @Needs(Feature.RESUMES)
  void anOperatorSeesAResumptionThatWaitsAndSendsItNow(
      Subject subject, FaultServer server, @Each StreamKind kind) {
    server.plays(
        kind.log().cutAfter(5, 3, End.FIN), Answer.unavailable("25"), kind.log().idleAfter(1));
    Subject configured = subject.with(kind.resuming);

    Pending call = configured.get(server.url(kind.path)).reading(asItComes(subject)).start();
    Eventually.until(() -> server.attempts().size() == 2 && configured.bean().waiting() == 1);
    assertThat(configured.bean().attributes())
        .anySatisfy(
            (name, value) -> {
              assertThat(name).startsWith("WaitingCalls.");
              assertThat(value).contains(server.url(""));
            });
    assertThat(configured.bean().retryNow("*")).isEqualTo(1);
    Eventually.until(() -> server.attempts().size() == 3);

    assertThat(server.gap(1)).isLessThan(TimeUnit.SECONDS.toNanos(24));
    assertThat(configured.bean().retries("connection-error")).isEqualTo(1);
    server.close();
    call.reply();
  }

  @ContractTest
  @Rule({"10.7", "11.2"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void anOperatorCancelsAResumptionThatWaits(
      Subject subject, FaultServer server, @Each StreamKind kind) {
    Step cut = kind.log().cutAfter(5, 3, End.FIN);
    Reply without = read(subject.bare(), kind.path, 1, cut);
    server.plays(cut, Answer.unavailable("25"), kind.log().idleAfter(1));
    Subject configured = subject.with(kind.resuming);

    Pending call = configured.get(server.url(kind.path)).reading(reading(subject)).start();
    Eventually.until(() -> server.attempts().size() == 2 && configured.bean().waiting() == 1);
    long start = System.nanoTime();
    assertThat(configured.bean().cancelWaiting("*")).isEqualTo(1);
    Reply with = call.reply();

    assertSameEnd(with, without);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    assertThat(configured.bean().waiting()).isZero();
    assertThat(server.attempts()).hasSize(2);
  }

  /** Hours may pass between two events; then all that was held for the cut must be gone. */
  @ContractTest
  @Rule({"10.7", "11.2"})
  @Needs(Feature.RESUMES)
  void aStreamThatHasGoneOnWaitsForNothing(
      Subject subject, FaultServer server, @Each StreamKind kind) {
    server.plays(kind.log().cutAfter(5, 3, End.FIN), kind.log().idleAfter(0));
    Subject configured = subject.with(kind.resuming);

    Pending call = configured.get(server.url(kind.path)).reading(asItComes(subject)).start();
    Eventually.until(() -> server.attempts().size() == 2);
    Eventually.until(() -> configured.bean().waiting() == 0);

    assertThat(call.done()).isFalse();
    assertThat(configured.bean().retries("connection-error")).isEqualTo(1);
    server.close();
    call.reply();
  }
}

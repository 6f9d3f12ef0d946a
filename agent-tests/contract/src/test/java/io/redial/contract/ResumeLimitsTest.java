package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.harness.AnyClient;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Download;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** Rule 10.7: a resumption obeys and shows in what retries do. */
final class ResumeLimitsTest {
  private static final int SIZE = 60_000;
  private static final int CUT = 30_000;

  static final List<String> SWITCHED_OFF =
      List.of("mode=observe", "rollout=0%", "enabled=false", "max-retries=0", "resume=none");

  static final List<Reading> READINGS = List.of(Reading.BYTES, Reading.STREAM);

  @TempDir private Path folder;

  @ContractTest
  @Rule({"10.7", "5.1"})
  @Needs(Feature.RESUMES)
  void twentyCutsAreNoHarmIfEachOfThemBringsSomething(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    for (int i = 1; i <= 20; i++) {
      server.plays(file.cutAt(i * 1_000, End.FIN));
    }
    server.plays(file.rest());

    Reply reply =
        subject
            .with(ResumeTest.RESUMING + ",max-retries=2")
            .get(server.url())
            .reading(Reading.STREAM)
            .send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    assertThat(server.attempts()).hasSize(21);
  }

  @ContractTest
  @Rule({"10.7", "5.1"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void asManyRetriesWithoutProgressAsACallMayMakeEndIt(
      Subject subject, @Each("READINGS") Reading reading) {
    Download file = Download.of(SIZE);
    Reply without = read(subject.bare(), reading, 1, file.cutAt(CUT, End.FIN));
    Reply with =
        read(
            subject.with(ResumeTest.RESUMING + ",max-retries=2"),
            reading,
            3,
            file.cutAt(CUT, End.FIN),
            Steps.reset(),
            Steps.finish());

    ResumeStrictTest.assertSameFailure(with, without);
  }

  /** A head without a byte of the body is no progress. */
  @ContractTest
  @Rule({"10.7", "5.1"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void aPartOfWhichNothingComesIsAFailure(Subject subject, @Each End end) {
    Download file = Download.of(SIZE);
    Reply without = read(subject.bare(), Reading.STREAM, 1, file.cutAt(CUT, End.FIN));
    Reply with =
        read(
            subject.with(ResumeTest.RESUMING + ",max-retries=2"),
            Reading.STREAM,
            3,
            file.cutAt(CUT, End.FIN),
            file.cutAt(CUT, end),
            file.cutAt(CUT, end));

    ResumeStrictTest.assertSameFailure(with, without);
  }

  @ContractTest
  @Rule({"10.7", "3.4"})
  @Needs(Feature.RESUMES)
  void aServerThatAsksForPatienceIsWaitedFor(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    server.plays(file.cutAt(CUT, End.FIN), Answer.unavailable("1"), file.rest());

    Reply reply =
        subject.with(ResumeTest.RESUMING).get(server.url()).reading(Reading.STREAM).send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    assertThat(server.gap(1)).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
    assertThat(server.attempts().get(2).connection())
        .as("its connection is kept (8.1)")
        .isEqualTo(server.attempts().get(1).connection());
  }

  @ContractTest
  @Rule({"10.7", "5.2"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void theDeadlineCountsFromTheCut(Subject subject) {
    Download file = Download.of(SIZE);
    Subject hasty = subject.with(ResumeTest.RESUMING + ",deadline=3s");
    Step late = Steps.late(3_500, file.cutAt(CUT, End.FIN));

    Reply within = read(hasty, Reading.STREAM, 3, late, Answer.unavailable("1"), file.rest());
    Reply beyond =
        read(hasty, Reading.STREAM, 2, file.cutAt(CUT, End.FIN), Answer.unavailable("4"));
    Reply without = read(subject.bare(), Reading.STREAM, 1, file.cutAt(CUT, End.FIN));

    assertThat(within.get("body.sha256")).as("%s", within).isEqualTo(file.sha256());
    ResumeStrictTest.assertSameFailure(beyond, without);
  }

  @ContractTest
  @Rule({"10.7", "5.5", "11.4"})
  @Needs(Feature.RESUMES)
  void theBudgetIsSpentAndRefuses(Subject subject) {
    Download file = Download.of(SIZE);
    Subject configured = subject.with(ResumeTest.RESUMING + ",budget=0%:0.1");

    Reply with =
        read(configured, Reading.STREAM, 2, file.cutAt(CUT, End.FIN), file.cutAt(CUT + 1, End.FIN));

    assertThat(with.facts().keySet())
        .as("%s", with)
        .containsAnyOf("thrown.0.class", "reading.0.class");
    assertThat(configured.bean().retries("connection-error")).isEqualTo(1);
    assertThat(configured.bean().refusals("budget")).isEqualTo(1);
  }

  @ContractTest
  @Rule({"10.7", "4.5"})
  @Needs(Feature.RESUMES)
  void onlyRequestsCountAgainstTheRateLimit(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    server.plays(file.cutAt(CUT, End.FIN), file.rest());
    Subject configured = subject.with(ResumeTest.RESUMING + ",rate-limit=bucket:0.01:2");

    Reply reply = configured.get(server.url()).reading(Reading.STREAM).send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
  }

  @ContractTest
  @Rule({"10.7", "11.1", "1.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void nothingIsResumedWhereNothingIsRetried(Subject subject, @Each("SWITCHED_OFF") String off) {
    Download file = Download.of(SIZE);
    Reply without = read(subject.bare(), Reading.STREAM, 1, file.cutAt(CUT, End.FIN));
    Reply with =
        read(
            subject.with(ResumeTest.RESUMING).with(off),
            Reading.STREAM,
            1,
            file.cutAt(CUT, End.FIN));

    ResumeStrictTest.assertSameFailure(with, without);
  }

  @ContractTest
  @Rule({"10.7", "11.2"})
  @Needs(Feature.RESUMES)
  void anOperatorSeesAResumptionThatWaitsAndSendsItNow(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    server.plays(file.cutAt(CUT, End.FIN), Answer.unavailable("25"), file.rest());
    Subject configured = subject.with(ResumeTest.RESUMING);

    Pending call = configured.get(server.url()).reading(Reading.STREAM).start();
    Eventually.until(() -> server.attempts().size() == 2 && configured.bean().waiting() == 1);
    assertThat(configured.bean().attributes())
        .anySatisfy(
            (name, value) -> {
              assertThat(name).startsWith("WaitingCalls.");
              assertThat(value).contains(server.url(""));
            });
    assertThat(configured.bean().retryNow("*")).isEqualTo(1);

    assertThat(call.reply().get("body.sha256")).as("%s", call.reply()).isEqualTo(file.sha256());
    assertThat(server.gap(1)).isLessThan(TimeUnit.SECONDS.toNanos(24));
  }

  @ContractTest
  @Rule({"10.7", "11.2"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void anOperatorCancelsAResumptionThatWaits(
      Subject subject, FaultServer server, @Each("READINGS") Reading reading) {
    Download file = Download.of(SIZE);
    Reply without = read(subject.bare(), reading, 1, file.cutAt(CUT, End.FIN));
    server.plays(file.cutAt(CUT, End.FIN), Answer.unavailable("25"), file.rest());
    Subject configured = subject.with(ResumeTest.RESUMING);

    Pending call = configured.get(server.url()).reading(reading).start();
    Eventually.until(() -> server.attempts().size() == 2 && configured.bean().waiting() == 1);
    long start = System.nanoTime();
    assertThat(configured.bean().cancelWaiting("*")).isEqualTo(1);
    Reply with = call.reply();

    ResumeStrictTest.assertSameFailure(with, without);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    assertThat(configured.bean().waiting()).isZero();
    assertThat(server.attempts()).hasSize(2);
  }

  /** From Java 26 on, the application's timeout is one for the body, too. */
  @ContractTest(slice = true)
  @Rule({"5.3", "1.1"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aTimeoutOfTheApplicationsEndsABodyAsItDoesWithoutTheAgent(
      Subject subject, @Each("READINGS") Reading reading) {
    Step drip = Steps.drip(Download.of(SIZE).plain(200).body(new byte[SIZE]), 6, 600);
    Reply[] replies = new Reply[2];
    for (int i = 0; i < 2; i++) {
      try (FaultServer server = new FaultServer().plays(drip)) {
        Subject either = i == 0 ? subject.bare() : subject.with(ResumeTest.RESUMING);
        replies[i] =
            either.get(server.url()).reading(reading).timeout(Duration.ofSeconds(2)).send();
      }
    }
    assertThat(root(replies[1], "thrown"))
        .as("%s", replies[1])
        .isEqualTo(root(replies[0], "thrown"));
    assertThat(root(replies[1], "reading")).isEqualTo(root(replies[0], "reading"));
    assertThat(replies[1].get("body.length")).isEqualTo(replies[0].get("body.length"));
  }

  /** Java 26 sometimes throws the timeout itself, and sometimes what came of it. */
  private static String root(Reply reply, String thrown) {
    List<String> classes = reply.classes(thrown);
    return classes.isEmpty() ? "" : classes.get(classes.size() - 1);
  }

  /** They are loaded like all classes of the agent's, lest an upgrade overwrite them. */
  @AnyClient // Each client takes two JVMs.
  @ContractTest
  @Rule({"1.1", "10.1"})
  @Needs(Feature.RESUMES)
  void whoeverDoesNotAskForItUsesNoClassOfIt(Subject subject, FaultServer server)
      throws IOException {
    assumeTrue(subject.jdk().feature() > 8, "Java 8 does not log which classes it initializes");
    Download file = Download.of(SIZE);
    server.plays(file.rest(), file.rest());

    assertThat(initialized(subject, server, "none"))
        .contains("call/Attempt'")
        .doesNotContain("policy/stream/", "Resumable", "call/Resumptions'")
        .doesNotContain("call/ResumedBody'", "AfterFault'")
        .doesNotContain("kernel/PushedBody'", "kernel/ResumeGuard'");
    assertThat(initialized(subject, server, "range"))
        .contains("policy/stream/RangePlan'", "Resumable")
        .containsPattern("(call/ResumableStream|kernel/ResumeGuard)'");
  }

  private String initialized(Subject subject, FaultServer server, String resume)
      throws IOException {
    Path log = folder.resolve(subject.client().label() + resume + ".log");
    Subject logging =
        subject
            .with("resume=" + resume)
            .jvmArgs("-Xlog:class+init=info:file=" + log + "::filecount=0")
            .alone();
    Reply reply = logging.get(server.url()).reading(Reading.STREAM).send();
    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    return Files.readString(log)
        .lines()
        .filter(line -> line.contains("Initializing 'io/redial"))
        .collect(Collectors.joining("\n"));
  }

  private static Reply read(Subject subject, Reading reading, int attempts, Step... steps) {
    try (FaultServer server = new FaultServer().plays(steps)) {
      Reply reply = subject.get(server.url()).reading(reading).send();
      assertThat(server.attempts()).as("%s", reply).hasSize(attempts);
      return reply;
    }
  }
}

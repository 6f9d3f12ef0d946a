package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.ResumeCancellationTest.Stage;
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
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Rules 5.4, 10.2 and 10.5 for clients whose consumers are called with what has arrived. */
final class ResumeFutureTest {
  private static final int SIZE = 60_000;
  private static final int CUT = 30_000;

  /** Of the library, or such as an application writes; what they are is said where they are. */
  static final List<String> CONSUMERS = List.of("basic", "first-control", "zero-copy", "spins");

  @ContractTest(slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.RESUMES, Feature.FUTURE, Feature.CONTENT_PRODUCERS})
  void cancellingTheFutureEndsIt(Subject subject, @Each Stage stage) {
    Reply reply = givenUp(subject, stage, "cancel");

    assertThat(reply.get("future.cancelled")).as("%s", reply).isEqualTo("true");
    assertSameThrown(reply, withoutAgent(subject, "cancel"));
    assertThat(reply.get("callback.what")).isEqualTo("cancelled");
    assertToldOnce(reply);
    assertThat(reply.number("consumer.cancelled")).isEqualTo(1);
    assertThat(reply.number("consumer.failed")).isZero();
  }

  @ContractTest(slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.RESUMES, Feature.FUTURE, Feature.CONTENT_PRODUCERS})
  void abortingTheRequestEndsIt(Subject subject, @Each Stage stage) {
    Reply reply = givenUp(subject, stage, "abort");

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    Reply without = withoutAgent(subject, "abort");
    assertSameThrown(reply, without);
    assertThat(reply.get("callback.what")).isEqualTo(without.get("callback.what"));
    assertToldOnce(reply);
  }

  @ContractTest
  @Rule({"4.6", "10.7"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.COMPLETABLE_FUTURE})
  void howeverOftenABodyBreaksOffItsFutureKeepsNoMore(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    List<String> dependents = new ArrayList<>();
    for (int cuts : List.of(1, 10)) {
      CountDownLatch end = new CountDownLatch(1);
      int before = server.attempts().size();
      for (int cut = 1; cut <= cuts; cut++) {
        server.plays(file.cutAt(cut * 1_000, End.FIN));
      }
      server.plays(file.pausedAt(CUT, end));
      Pending call =
          subject
              .with("resume=range,backoff=fixed:10ms,budget=off")
              .get(server.url())
              .reading(Reading.BYTES)
              .start();
      Eventually.until(() -> server.attempts().size() == before + cuts + 1);
      call.act("dependents");
      end.countDown();
      dependents.add(call.reply().get("future.dependents"));
    }
    assertThat(dependents.get(1)).isEqualTo(dependents.get(0)).isNotNull();
  }

  /** A future of 4.0 that was cancelled throws nothing; it gives null. */
  private static void assertSameThrown(Reply with, Reply without) {
    assertThat(with.get("future.cancelled"))
        .as("%s", with)
        .isEqualTo(without.get("future.cancelled"));
    assertThat(with.classes("thrown")).as("%s", with).isEqualTo(without.classes("thrown"));
  }

  /** What the client itself makes of it while it reads a body that stalls. */
  private static Reply withoutAgent(Subject subject, String action) {
    Download file = Download.of(SIZE);
    try (FaultServer server = new FaultServer().plays(file.stallAt(CUT))) {
      Pending call = subject.bare().get(server.url()).reading(Reading.BYTES).start();
      Eventually.until(() -> server.attempts().size() == 1);
      call.act(action);
      return call.reply();
    }
  }

  private static void assertToldOnce(Reply reply) {
    assertThat(reply.number("callback.calls")).as("%s", reply).isEqualTo(1);
    assertThat(reply.number("consumer.closed")).as("%s", reply).isEqualTo(1);
    assertThat(reply.number("producer.closed")).as("%s", reply).isEqualTo(1);
    assertThat(reply.number("consumer.completed")).isZero();
  }

  private static Reply givenUp(Subject subject, Stage stage, String action) {
    Download file = Download.of(SIZE);
    try (FaultServer server =
        new FaultServer().plays(file.cutAt(CUT, End.FIN), stage.step(file), file.rest())) {
      Subject configured = subject.with(ResumeTest.RESUMING);
      Pending call = configured.get(server.url()).reading(Reading.BYTES).start();
      Eventually.until(() -> server.attempts().size() == 2);
      if (stage == Stage.WAITS) {
        Eventually.until(() -> configured.bean().waiting() == 1);
      } else if (stage == Stage.READS) {
        Eventually.until(() -> configured.bean().retries("connection-error", server.url("")) == 1);
      }
      call.act(action);
      Reply reply = call.reply();
      if (stage != Stage.WAITS) {
        server.attempts().get(1).awaitDropped();
      }
      Eventually.until(() -> configured.bean().waiting() == 0);
      assertThat(server.attempts()).as("%s", reply).hasSize(2);
      assertThat(reply.number("elapsed")).isLessThan(15_000);
      return reply;
    }
  }

  @ContractTest
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.RESUMES, Feature.FUTURE, Feature.CONTENT_PRODUCERS})
  void closingTheClientEndsAWait(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    server.plays(file.cutAt(CUT, End.FIN), Answer.unavailable("25"), file.rest());
    Subject configured = subject.with(ResumeTest.RESUMING);
    Pending call =
        configured.get(server.url()).by("closed " + server.url("")).reading(Reading.BYTES).start();
    Eventually.until(() -> server.attempts().size() == 2 && configured.bean().waiting() == 1);

    call.toClient("close");
    Reply reply = call.reply();

    assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
    assertToldOnce(reply);
    assertThat(reply.number("elapsed")).isLessThan(15_000);
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest(slice = true)
  @Rule({"10.2", "10.5", "1.1"})
  @Needs({Feature.RESUMES, Feature.CONTENT_PRODUCERS})
  void everyConsumerGetsTheWholeBody(
      Subject subject, FaultServer server, @Each("CONSUMERS") String kind, @Each End end) {
    Download file = Download.of(SIZE);
    server.plays(
        file.cutAt(1, end),
        file.cutAt(CUT, end),
        file.partTo(CUT + 1_000),
        file.cutAt(SIZE - 1, end),
        file.rest());

    Reply reply =
        subject
            .with(ResumeTest.RESUMING)
            .get(server.url())
            .reading(Reading.BYTES)
            .set("consumer", kind)
            .send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    assertThat(reply.number("callback.calls")).isEqualTo(1);
    assertThat(reply.number("consumer.completed")).isEqualTo(1);
    assertThat(reply.number("consumer.closed")).isEqualTo(1);
  }

  static final List<String> FAILING = List.of("throws", "throws-unchecked");

  /** Before a cut and after it, held back or not. An unchecked one ends the whole client. */
  @ContractTest(slice = true)
  @Rule({"1.1", "10.5", "10.6"})
  @Needs({Feature.RESUMES, Feature.CONTENT_PRODUCERS, Feature.FAILS_FUTURES})
  void aConsumerThatFailsEndsTheCallAsItDoesWithoutTheAgent(
      Subject subject, @Each("FAILING") String kind) {
    Download file = Download.of(SIZE);
    Reply without = failing(subject.bare(), kind, file.rest());
    for (String more : List.of("", ",commit=first-byte")) {
      Subject with = subject.with(ResumeTest.RESUMING + more);

      assertSameEnd(failing(with, kind, file.rest()), without);
      assertSameEnd(failing(with, kind, file.cutAt(10_000, End.FIN), file.rest()), without);
    }
  }

  private static void assertSameEnd(Reply with, Reply without) {
    assertThat(with.classes("thrown")).as("%s", with).isEqualTo(without.classes("thrown"));
    for (String fact : List.of("callback.calls", "consumer.closed", "consumer.completed")) {
      assertThat(with.get(fact)).as("%s %s", fact, with).isEqualTo(without.get(fact));
    }
    // The minimal client tells some failures twice, which is once too often.
    assertThat(with.number("consumer.failed"))
        .as("%s", with)
        .isEqualTo(Math.min(1, without.number("consumer.failed")));
  }

  private static Reply failing(Subject subject, String kind, Step... steps) {
    try (FaultServer server = new FaultServer().plays(steps)) {
      Reply reply = subject.get(server.url()).reading(Reading.BYTES).set("consumer", kind).send();
      assertThat(server.attempts()).as("%s", reply).hasSize(steps.length);
      return reply;
    }
  }

  /** By the control that it got with its first piece. */
  @ContractTest
  @Rule({"10.5", "1.1"})
  @Needs({Feature.RESUMES, Feature.CONTENT_PRODUCERS})
  void shuttingTheConnectionDownEndsTheBody(Subject subject, @Each Stage stage) {
    Reply reply = givenUp(subject, stage, "shut-down");

    assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
    assertThat(reply.number("consumer.failed")).as("%s", reply).isEqualTo(1);
    assertToldOnce(reply);
  }
}

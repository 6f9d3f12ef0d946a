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
import io.redial.contract.server.Download;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules 5.4 and 10.5: whoever gives a body up gives its resumption up. */
final class ResumeCancellationTest {
  private static final int SIZE = 60_000;
  private static final int CUT = 30_000;
  static final List<String> CANCELLATIONS = List.of("cancel", "cancel-dependent");

  /** What the application gives up when: the wait, the request or the rest of the body. */
  enum Stage {
    WAITS,
    ASKS,
    READS;

    Step step(Download file) {
      return switch (this) {
        case WAITS -> Answer.unavailable("25");
        case ASKS -> Steps.hang();
        case READS -> file.stallAt(CUT + 10_000);
      };
    }
  }

  @ContractTest
  @Rule({"5.4", "10.5", "10.7"})
  @Needs(Feature.JAVA_NET_HTTP)
  void closingTheStreamEndsIt(Subject subject, @Each Stage stage) {
    Reply reply = givenUp(subject, stage, "close-body", call -> call.reading(Reading.STREAM));

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(reply.classes("reading")).as("%s", reply).startsWith("java.io.IOException");
  }

  @ContractTest
  @Rule({"5.4", "10.5", "10.7"})
  @Needs(Feature.JAVA_NET_HTTP)
  void cancellingTheSubscriptionEndsIt(Subject subject, @Each Stage stage) {
    Reply published =
        givenUp(
            subject,
            stage,
            "cancel-body",
            call -> call.reading(Reading.PUBLISHER).set("to-subscriber", "cancels-outside"));
    Reply own =
        givenUp(
            subject,
            stage,
            "cancel-body",
            call -> call.reading(Reading.BYTES).set("own-subscriber", "cancels-outside"));

    assertThat(published.number("body.length")).as("%s", published).isBetween(30_000L, 40_000L);
    assertThat(own.number("body.length")).as("%s", own).isBetween(30_000L, 40_000L);
  }

  @ContractTest(from = 17, slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.COMPLETABLE_FUTURE})
  void cancellingTheFutureEndsIt(Subject subject, @Each Stage stage) {
    Reply reply = givenUp(subject, stage, "cancel", call -> call.reading(Reading.BYTES));

    assertThat(reply.get("thrown.0.class"))
        .as("%s", reply)
        .isEqualTo("java.util.concurrent.CancellationException");
  }

  @ContractTest(slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.COMPLETABLE_FUTURE})
  void completingTheFutureEndsAWaitAndTheBody(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    server.plays(file.cutAt(CUT, End.FIN), Answer.unavailable("25"), file.rest());
    try (FaultServer told = new FaultServer().plays(Answer.ok("thank you"))) {
      Subject configured = subject.with(ResumeTest.RESUMING);
      Reply reply =
          configured
              .get(server.url())
              .reading(Reading.BYTES)
              .set("own-subscriber", "tells-its-end")
              .set("tells", told.url())
              .set("cancel-after", 2_000)
              .send();

      assertThat(reply.get("thrown.0.class"))
          .as("%s", reply)
          .isEqualTo("java.util.concurrent.TimeoutException");
      Eventually.until(() -> told.attempts().size() == 1 && configured.bean().waiting() == 0);
      assertThat(server.attempts()).hasSize(2);
    }
  }

  /** From Java 16 on, that ends the exchange and its body. Up to Java 15, it does not. */
  @ContractTest(slice = true)
  @Rule({"5.4", "1.1", "10.5"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.COMPLETABLE_FUTURE})
  void cancellingAReadOfTheFirstResponseEndsAsWithoutTheAgent(
      Subject subject, @Each("CANCELLATIONS") String action) {
    String without = cancelledWhileItIsRead(subject.bare(), action);
    String with = cancelledWhileItIsRead(subject.with(ResumeTest.RESUMING), action);

    assertThat(with).isEqualTo(without);
  }

  /** Returns what the application sees, and whether its subscriber is told of a failure. */
  private static String cancelledWhileItIsRead(Subject subject, String action) {
    CountDownLatch end = new CountDownLatch(1);
    try (FaultServer told = new FaultServer().plays(Answer.ok("thank you"));
        FaultServer server = new FaultServer().plays(Download.of(SIZE).pausedAt(CUT, end))) {
      Pending call =
          subject
              .get(server.url())
              .reading(Reading.BYTES)
              .set("own-subscriber", "tells-its-end")
              .set("tells", told.url())
              .start();
      call.act("has-" + CUT);
      call.act(action);
      end.countDown();
      Reply reply = call.reply();
      Eventually.quiet(() -> told.attempts().size());
      return Stream.of("status", "thrown.0.class", "body.length")
          .map(fact -> fact + "=" + reply.get(fact))
          .collect(Collectors.joining(", ", "", ", failures told=" + told.attempts().size()));
    }
  }

  /**
   * The client does not wait for a handler that is still making its subscriber. Whoever requests
   * nothing of such a body keeps the client's threads alive, up to Java 20.
   */
  @ContractTest(slice = true)
  @Rule({"5.4", "1.1", "10.5"})
  @Needs(Feature.JAVA_NET_HTTP)
  void givingTheCallUpInTheHandlerEndsTheBodyAsWithoutTheAgent(Subject subject) {
    List<String> without = givenUpInTheHandler(subject.bare());
    List<String> with = givenUpInTheHandler(subject.with(ResumeTest.RESUMING));

    assertThat(with).isEqualTo(without);
  }

  /** Returns what the application sees, once its subscriber was told how the body ends. */
  private static List<String> givenUpInTheHandler(Subject subject) {
    try (FaultServer told = new FaultServer().plays(Answer.ok("thank you"));
        FaultServer server =
            new FaultServer().plays(Download.of(SIZE).pausedAt(CUT, new CountDownLatch(0)))) {
      Pending call =
          subject
              .get(server.url())
              .reading(Reading.BYTES)
              .set("handler-waits", "true")
              .set("own-subscriber", "tells-any-end")
              .set("tells", told.url())
              .start();
      call.act("in-handler");
      call.act(subject.can(Feature.BLOCKING) ? "interrupt" : "cancel");
      Reply reply = call.reply();
      call.act("release-handler");
      Eventually.until(() -> told.attempts().size() == 1);
      return reply.classes("thrown");
    }
  }

  /** The application has the response and reads, and cancels what came of the future. */
  @ContractTest(from = 17, slice = true)
  @Rule({"5.4", "1.1", "10.5", "10.7"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.COMPLETABLE_FUTURE})
  void cancellingAFutureThatDependsOnADeliveredOneEndsIt(Subject subject, @Each Stage stage) {
    Download file = Download.of(SIZE);
    Reply without;
    try (FaultServer server = new FaultServer().plays(file.stallAt(CUT))) {
      Pending call = subject.bare().get(server.url()).reading(Reading.STREAM).start();
      Eventually.until(() -> server.attempts().size() == 1);
      call.act("reads");
      call.act("cancel-later");
      without = call.reply();
    }
    Reply with = givenUp(subject, stage, "cancel-later", call -> call.reading(Reading.STREAM));

    assertThat(with.get("status")).isEqualTo("200");
    assertThat(with.classes("reading").get(0))
        .as("%s %s", with, without)
        .isEqualTo(without.classes("reading").get(0));
  }

  /** Up to Java 11, an interrupt leaves what is on the wire to itself, without the agent, too. */
  @ContractTest(from = 17, slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.BLOCKING})
  void anInterruptEndsIt(Subject subject, @Each Stage stage) {
    Reply reply = givenUp(subject, stage, "interrupt", call -> call.reading(Reading.BYTES));

    assertThat(reply.classes("thrown"))
        .as("%s", reply)
        .containsExactly("java.lang.InterruptedException");
  }

  @ContractTest(from = 21, slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs(Feature.JAVA_NET_HTTP)
  void shuttingTheClientDownEndsAWait(Subject subject) {
    for (String way : new String[] {"shutdown", "close", "shutdownNow"}) {
      for (Reading reading : new Reading[] {Reading.BYTES, Reading.STREAM}) {
        Download file = Download.of(SIZE);
        try (FaultServer server =
            new FaultServer()
                .plays(file.cutAt(CUT, End.FIN), Answer.unavailable("25"), file.rest())) {
          Subject configured = subject.with(ResumeTest.RESUMING);
          Pending call =
              configured.get(server.url()).by("closed " + server.url("")).reading(reading).start();
          Eventually.until(() -> server.attempts().size() == 2 && configured.bean().waiting() == 1);
          call.toClient(way);
          Reply reply = call.reply();

          String where = reading == Reading.BYTES ? "thrown" : "reading";
          assertThat(reply.classes(where))
              .as("%s %s", way, reply)
              .startsWith("java.io.IOException");
          assertThat(reply.number("elapsed")).isLessThan(15_000);
          assertThat(configured.bean().waiting()).isZero();
          assertThat(server.attempts()).hasSize(2);
        }
      }
    }
  }

  @ContractTest(slice = true)
  @Rule({"5.4", "1.1", "10.5", "10.7"})
  @Needs({Feature.RESUMES, Feature.FUTURE, Feature.PRODUCERS}) // For others, ResumeFutureTest.
  void cancellingTheFutureOfAConsumerEndsItAndReleasesTheConsumer(
      Subject subject, @Each Stage stage) {
    Reply reply = givenUp(subject, stage, "cancel", call -> call);

    assertThat(reply.get("thrown.0.class"))
        .as("%s", reply)
        .isEqualTo(subject.client().cancelException());
    assertThat(reply.is("future.cancelled")).isTrue();
    assertThat(reply.get("callback.kind")).isEqualTo("cancelled");
    assertThat(reply.number("callback.calls")).isEqualTo(1);
    assertThat(reply.is("handler.failed")).isTrue();
    assertThat(reply.number("consumer.releases")).as("%s", reply).isEqualTo(1);
  }

  @ContractTest
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.RESUMES, Feature.FUTURE, Feature.PRODUCERS}) // For others, ResumeFutureTest.
  void closingTheClientEndsTheWaitOfItsConsumer(Subject subject) {
    for (String way : new String[] {"close", "shutdownNow"}) {
      Download file = Download.of(SIZE);
      try (FaultServer server =
          new FaultServer()
              .plays(file.cutAt(CUT, End.FIN), Answer.unavailable("25"), file.rest())) {
        Subject configured = subject.with(ResumeTest.RESUMING);
        Pending call = configured.get(server.url()).by("closed " + server.url("")).start();
        Eventually.until(() -> server.attempts().size() == 2 && configured.bean().waiting() == 1);
        call.toClient(way);
        Reply reply = call.reply();

        assertThat(reply.classes("thrown")).as("%s %s", way, reply).isNotEmpty();
        assertThat(reply.number("elapsed")).isLessThan(15_000);
        assertThat(reply.number("consumer.releases")).as("%s", reply).isEqualTo(1);
        assertThat(configured.bean().waiting()).isZero();
        assertThat(server.attempts()).hasSize(2);
      }
    }
  }

  @ContractTest
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.RESUMES, Feature.ABORT})
  void abortingTheRequestEndsIt(Subject subject, @Each Stage stage) {
    Reply reply = givenUp(subject, stage, "abort", call -> call.reading(Reading.STREAM));

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(reply.classes("reading")).as("%s", reply).isNotEmpty();
  }

  @ContractTest(slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.RESUMES, Feature.ABORT}) // A reader of the JDK's waits on a queue of its own.
  void anInterruptEndsTheWaitOfItsReader(Subject subject) {
    Reply without;
    Download file = Download.of(SIZE);
    try (FaultServer server = new FaultServer().plays(file.cutAt(CUT, End.FIN))) {
      without = subject.bare().get(server.url()).reading(Reading.STREAM).send();
    }
    Reply reply = givenUp(subject, Stage.WAITS, "interrupt", call -> call.reading(Reading.STREAM));

    ResumeStrictTest.assertSameFailure(reply, without);
    assertThat(reply.is("interrupted")).isTrue();
  }

  /** By the response itself, whose own connection is gone: the body goes on over another one. */
  @ContractTest(slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.RESUMES, Feature.POOL, Feature.BLOCKING}) // A consumer's has no close.
  void closingTheResponseGivesBackTheConnectionThatItsBodyComesFrom(
      Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    server.plays(file.cutAt(CUT, End.FIN), file.rest(), Answer.ok("next"));
    Subject configured = subject.with(ResumeTest.RESUMING);

    Reply reply =
        configured
            .get(server.url())
            .set("pool", "1")
            .reading(Reading.STREAM)
            .set("reads-only", "35000")
            .send();
    Reply next = configured.get(server.url()).set("pool", "1").send();

    assertThat(reply.number("body.length")).as("%s", reply).isEqualTo(35_000);
    assertThat(next.get("body.text")).as("%s", next).isEqualTo("next");
  }

  /** Up to Java 15, nothing ends an exchange of java.net.http whose head has not come. */
  private static boolean canBeDropped(Subject subject, Stage stage) {
    boolean mustWait =
        stage == Stage.ASKS && subject.can(Feature.JAVA_NET_HTTP) && subject.jdk().feature() < 16;
    return !mustWait && subject.can(Feature.CANCEL_ALWAYS_DROPS);
  }

  private interface Refining {
    Sending refine(Sending call);
  }

  /** A call that is given up at that stage of its resumption; nothing goes on after that. */
  private static Reply givenUp(Subject subject, Stage stage, String action, Refining refining) {
    Download file = Download.of(SIZE);
    try (FaultServer server =
        new FaultServer().plays(file.cutAt(CUT, End.FIN), stage.step(file), file.rest())) {
      Subject configured = subject.with(ResumeTest.RESUMING);
      Pending call = refining.refine(configured.get(server.url())).start();
      Eventually.until(() -> server.attempts().size() == 2);
      if (stage == Stage.WAITS) {
        Eventually.until(() -> configured.bean().waiting() == 1);
      } else if (stage == Stage.READS) {
        Eventually.until(() -> configured.bean().retries("connection-error", server.url("")) == 1);
      }
      call.act(action);
      Reply reply = call.reply();
      if (stage != Stage.WAITS && canBeDropped(subject, stage)) {
        server.attempts().get(1).awaitDropped();
      }
      Eventually.until(() -> configured.bean().waiting() == 0);
      assertThat(server.attempts()).as("%s", reply).hasSize(2);
      return reply;
    }
  }
}

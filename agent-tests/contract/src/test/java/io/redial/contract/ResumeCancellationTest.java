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

/** Rules 5.4 and 10.5: whoever gives a body up gives its resumption up. */
final class ResumeCancellationTest {
  private static final int SIZE = 60_000;
  private static final int CUT = 30_000;

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
          Subject alone = subject.with(ResumeTest.RESUMING).alone();
          Pending call = alone.get(server.url()).by("closed").reading(reading).start();
          Eventually.until(() -> alone.bean().waiting() == 1 && server.attempts().size() == 2);
          call.toClient(way);
          Reply reply = call.reply();

          String where = reading == Reading.BYTES ? "thrown" : "reading";
          assertThat(reply.classes(where))
              .as("%s %s", way, reply)
              .startsWith("java.io.IOException");
          assertThat(reply.number("elapsed")).isLessThan(15_000);
          assertThat(alone.bean().waiting()).isZero();
          assertThat(server.attempts()).hasSize(2);
        }
      }
    }
  }

  private interface Refining {
    Sending refine(Sending call);
  }

  /** A call that is given up at that stage of its resumption; nothing goes on after that. */
  private static Reply givenUp(Subject subject, Stage stage, String action, Refining refining) {
    Download file = Download.of(SIZE);
    try (FaultServer server =
        new FaultServer().plays(file.cutAt(CUT, End.FIN), stage.step(file), file.rest())) {
      Subject alone = subject.with(ResumeTest.RESUMING).alone();
      Pending call = refining.refine(alone.get(server.url())).start();
      Eventually.until(() -> server.attempts().size() == 2);
      if (stage == Stage.WAITS) {
        Eventually.until(() -> alone.bean().waiting() == 1);
      } else if (stage == Stage.READS) {
        Eventually.until(() -> alone.bean().retries("connection-error") == 1);
      }
      call.act(action);
      Reply reply = call.reply();
      if (stage != Stage.WAITS) {
        server.attempts().get(1).awaitDropped();
      }
      Eventually.until(() -> alone.bean().waiting() == 0);
      assertThat(server.attempts()).as("%s", reply).hasSize(2);
      assertThat(alone.process().stderr()).doesNotContain("fault");
      return reply;
    }
  }
}

package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Download;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.EventLog;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.List;

/** Rules 1.1 and 10.5: what an application's own subscriber does is left to it. */
final class ResumeSubscriberTest {
  private static final int SIZE = 60_000;

  /**
   * They fail by themselves, at the beginning or after a third. One without a body (null) is not
   * among them: without the agent, too, java.net.http of 25 then hangs now and then.
   */
  static final List<String> FAILING =
      List.of(
          "throws",
          "throws-lost",
          "throws-at-once",
          "throws-at-the-end",
          "asks-for-nothing",
          "cancels-its-result",
          "fails-its-result",
          "fails-its-result-nested");

  /** With the first piece that they get, or at an end before one. */
  static final List<String> AT_ONCE = List.of("throws-at-the-first", "throws-at-the-end");

  private static final String COMMITTING = "commit=first-byte,backoff=none";
  private static final String HOLDING = ResumeTest.RESUMING + ",commit=first-byte";

  /** A body of unknown length that has nothing in it. */
  private static final Step EMPTY = EventLog.empty().rest();

  @ContractTest(slice = true)
  @Rule({"1.1", "10.5"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aSubscriberThatFailsEndsTheCallAsItDoesWithoutTheAgent(
      Subject subject, @Each("FAILING") String kind) {
    Download file = Download.of(SIZE);
    Reply without = read(subject.bare(), kind, file.rest());
    Reply healthy = read(subject.with(ResumeTest.RESUMING), kind, file.rest());
    Reply resumed =
        read(subject.with(ResumeTest.RESUMING), kind, file.cutAt(10_000, End.FIN), file.rest());
    Reply held = read(subject.with(HOLDING), kind, file.rest());
    Reply heldAndResumed =
        read(subject.with(HOLDING), kind, file.cutAt(10_000, End.FIN), file.rest());

    for (Reply with : List.of(healthy, resumed, held, heldAndResumed)) {
      if (kind.equals("asks-for-nothing") && "0".equals(without.message("thrown"))) {
        // Of its two messages for that, the client takes one or the other.
        assertThat(with.classes("thrown")).as("%s", with).isEqualTo(without.classes("thrown"));
      } else {
        ResumeStrictTest.assertSameFailure(with, without);
      }
    }
  }

  /** On the thread that hands over what was held back. */
  @ContractTest(slice = true)
  @Rule({"1.1", "10.6"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aSubscriberFailingOnHeldBytesEndsTheCallAsWithoutTheAgent(
      Subject subject, @Each("AT_ONCE") String kind) {
    for (String options : List.of("commit=first-byte,resume=range,backoff=none", COMMITTING)) {
      for (Step step : List.of(Download.of(10).rest(), EMPTY)) {
        List<String> without = read(subject.bare(), kind, step).classes("thrown");
        Reply with = read(subject.with(options), kind, step);

        // Which of its complaints is the outcome, of two in a row, is up to the client.
        assertThat(with.classes("thrown").isEmpty()).as("%s", with).isEqualTo(without.isEmpty());
      }
    }
  }

  /** It is told of the error and does not pass it on; the client ends the call itself. */
  @ContractTest
  @Rule({"1.1", "10.5"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aSubscriberThatKeepsAnErrorToItselfEndsTheCall(Subject subject) {
    Download file = Download.of(SIZE);
    Reply without = read(subject.bare(), "silent", file.cutAt(10_000, End.FIN));
    Reply with =
        read(
            subject.with(ResumeTest.RESUMING),
            "silent",
            file.cutAt(10_000, End.FIN),
            Answer.of(404));

    ResumeStrictTest.assertSameFailure(with, without);
  }

  @ContractTest(slice = true)
  @Rule("10.5")
  @Needs(Feature.JAVA_NET_HTTP)
  void aSubscriberThatHasEnoughEndsTheResumptionToo(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    server.plays(file.cutAt(10_000, End.FIN), file.stallAt(40_000));

    Reply reply =
        subject
            .with(ResumeTest.RESUMING)
            .get(server.url())
            .reading(Reading.BYTES)
            .set("own-subscriber", "cancels")
            .send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.number("body.length")).isBetween(20_000L, 40_000L);
    server.attempts().get(1).awaitDropped();
    assertThat(server.attempts()).hasSize(2);
  }

  private static Reply read(Subject subject, String kind, Step... steps) {
    try (FaultServer server = new FaultServer().plays(steps)) {
      Reply reply =
          subject.get(server.url()).reading(Reading.BYTES).set("own-subscriber", kind).send();
      assertThat(server.attempts()).as("%s", reply).hasSizeLessThanOrEqualTo(steps.length);
      return reply;
    }
  }
}

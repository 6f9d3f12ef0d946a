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
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.Reply;
import java.util.List;

/** Rules 1.1 and 10.5: what an asynchronous application's own consumer does is left to it. */
final class ResumeConsumerTest {
  /** More than a connection brings before the consumer has granted anything. */
  private static final int SIZE = 400_000;

  private static final int CUT = 150_000;

  static final List<Integer> CUTS = List.of(1, 100_000, 110_000, 300_000);

  static final List<String> CONSUMERS =
      List.of("simple", "reactive", "classic", "once", "sparing", "late");

  static final List<String> FAILING = List.of("throws", "throws-lost", "throws-unchecked");

  @ContractTest(slice = true)
  @Rule({"10.2", "10.5"})
  @Needs({Feature.RESUMES, Feature.PRODUCERS})
  void everyConsumerGetsTheWholeBodyAtItsOwnPace(
      Subject subject, FaultServer server, @Each("CONSUMERS") String kind) {
    Download file = Download.of(SIZE);
    for (int cut : CUTS) {
      server.plays(file.cutAt(cut, End.FIN));
    }
    server.plays(file.partTo(310_000), file.rest());

    Reply reply = subject.with(ResumeTest.RESUMING).get(server.url()).set("consumer", kind).send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    assertThat(reply.get("callback.kind")).isEqualTo("completed");
    assertToldOnce(reply);
    assertThat(reply.number("producer.failures")).as("%s", reply).isZero();
    assertThat(server.attempts()).hasSize(6);
  }

  @ContractTest
  @Rule({"10.2", "10.5"})
  @Needs({Feature.RESUMES, Feature.CLASSIC_OVER_ASYNC})
  void aBlockingCallGetsTheWholeBody(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    for (int cut : CUTS) {
      server.plays(file.cutAt(cut, End.FIN));
    }
    server.plays(file.rest());

    Reply reply =
        subject
            .with(ResumeTest.RESUMING)
            .get(server.url())
            .set("producer", "classic-client")
            .send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    assertThat(server.attempts()).hasSize(5);
  }

  @ContractTest
  @Rule({"7.1", "10.5"})
  @Needs({Feature.RESUMES, Feature.PRODUCERS, Feature.OWN_RETRIES})
  void theClientsOwnRetryLayerLeavesABodyThatGoesOnAlone(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    server.plays(file.cutAt(CUT, End.FIN), Steps.reset(), file.cutAt(CUT, End.RST), file.rest());

    Reply reply =
        subject
            .with(ResumeTest.RESUMING)
            .get(server.url())
            .set("own-retries", true)
            .set("consumer", "once")
            .send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    assertToldOnce(reply);
    assertThat(server.attempts()).hasSize(4);
  }

  @ContractTest
  @Rule({"1.1", "10.5"})
  @Needs({Feature.RESUMES, Feature.PRODUCERS})
  void aBodyThatDoesNotGoOnEndsAsWithoutTheAgent(Subject subject, @Each("CONSUMERS") String kind) {
    Download file = Download.of(SIZE);
    Reply without = read(subject.bare(), kind, file.cutAt(CUT, End.FIN));
    Subject resuming = subject.with(ResumeTest.RESUMING);
    Reply refused = read(resuming, kind, file.cutAt(CUT, End.FIN), Answer.of(404));
    Reply atOnce = read(resuming.with("max-error-retries=0"), kind, file.cutAt(CUT, End.FIN));

    assertSameEnd(refused, without);
    assertSameEnd(atOnce, without);
  }

  @ContractTest(slice = true)
  @Rule({"1.1", "10.5", "10.6"})
  @Needs({Feature.RESUMES, Feature.PRODUCERS})
  void aConsumerThatFailsEndsTheCallAsItDoesWithoutTheAgent(
      Subject subject, @Each("FAILING") String kind) {
    Download file = Download.of(SIZE);
    Reply without = read(subject.bare(), kind, file.rest());
    Subject resuming = subject.with(ResumeTest.RESUMING);
    Reply healthy = read(resuming, kind, file.rest());
    Reply resumed = read(resuming, kind, file.cutAt(20_000, End.FIN), file.rest());
    Reply held = read(subject.with("commit=first-byte,backoff=none"), kind, file.rest());
    Subject both = subject.with(ResumeTest.RESUMING + ",commit=first-byte");
    Reply heldAndResumed = read(both, kind, file.cutAt(20_000, End.FIN), file.rest());

    assertSameEnd(healthy, without);
    assertSameEnd(held, without);
    if (subject.client().label().matches("apache5-asyncminimal-5\\.[45].*")) {
      without.put("handler.failed", true); // These do not tell a consumer; after a cut Redial does.
    }
    assertSameEnd(resumed, without);
    assertSameEnd(heldAndResumed, without);
  }

  private static void assertSameEnd(Reply with, Reply without) {
    ResumeStrictTest.assertSameFailure(with, without);
    for (String fact : List.of("callback.kind", "future.cancelled", "handler.failed")) {
      assertThat(with.get(fact)).as("%s %s", fact, with).isEqualTo(without.get(fact));
    }
    assertToldOnce(with);
  }

  private static void assertToldOnce(Reply reply) {
    assertThat(reply.number("handler.calls")).as("%s", reply).isEqualTo(1);
    assertThat(reply.number("callback.calls")).as("%s", reply).isEqualTo(1);
    assertThat(reply.number("consumer.releases")).as("%s", reply).isEqualTo(1);
  }

  private static Reply read(Subject subject, String kind, Step... steps) {
    try (FaultServer server = new FaultServer().plays(steps)) {
      Reply reply = subject.get(server.url()).set("consumer", kind).send();
      assertThat(server.attempts()).as("%s", reply).hasSize(steps.length);
      return reply;
    }
  }
}

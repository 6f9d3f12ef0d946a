package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.subjects.Reply;

/** Rule 5.4 where a request is aborted, its thread interrupted or its client closed in a wait. */
final class AbortTest {
  private static final Answer LATER = Answer.unavailable("20");

  @ContractTest(slice = true)
  @Rule({"5.4", "2.10"})
  @Needs(Feature.ABORT)
  void abortingTheRequestEndsAWaitAsItEndsACall(Subject subject, FaultServer server) {
    server.plays(LATER, Answer.ok("late"));
    Subject configured = subject.with("deadline=60s");

    Pending call = configured.get(server.url()).start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    call.act("abort");
    Reply reply = call.reply();

    assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
    assertThat(reply.get("thrown.0.class")).matches(subject.client().abortException());
    assertThat(reply.number("elapsed")).isLessThan(15_000);
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule({"5.4", "2.10"})
  @Needs(Feature.ABORT)
  void abortingTheRequestEndsAWaitAfterAFailure(Subject subject, FaultServer server) {
    server.plays(Steps.reset(), Answer.ok("late"));
    Subject configured = subject.with("deadline=60s,backoff=fixed:20s,jitter=none");

    Pending call = configured.get(server.url()).start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    call.act("abort");
    Reply reply = call.reply();

    assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
    assertThat(reply.number("elapsed")).isLessThan(15_000);
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule({"5.4", "2.10"})
  @Needs(Feature.ABORT)
  void anAbortedAttemptIsNotRetried(Subject subject) {
    for (Subject either : new Subject[] {subject.bare(), subject}) {
      try (FaultServer server = new FaultServer().plays(Steps.hang(), Answer.ok("late"))) {
        Pending call = either.get(server.url()).start();
        Eventually.until(() -> server.attempts().size() == 1);
        call.act("abort");
        Reply reply = call.reply();

        assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
        assertThat(server.attempts()).hasSize(1);
      }
    }
  }

  @ContractTest(slice = true)
  @Rule({"5.4", "4.6"})
  @Needs({Feature.BLOCKING, Feature.ABORT})
  void anInterruptEndsAWaitAsTheClientsOwnRetriesDo(Subject subject, FaultServer server) {
    server.plays(LATER, Answer.ok("late"));
    Subject configured = subject.with("deadline=60s");

    Pending call = configured.get(server.url()).start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    call.interrupt();
    Reply reply = call.reply();

    assertThat(reply.get("thrown.0.class")).isEqualTo("java.io.InterruptedIOException");
    assertThat(reply.is("interrupted")).isTrue();
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest(slice = true)
  @Rule({"5.4", "2.10"})
  @Needs({Feature.CLOSE, Feature.FAILS_FUTURES})
  void closingTheClientEndsAWaitAsItRefusesACall(Subject subject, FaultServer server) {
    server.plays(LATER, Answer.ok("late"));
    Subject configured = subject.with("deadline=60s");

    Pending call = configured.get(server.url()).by("closed").start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    call.toClient("close");
    Reply waited = call.reply();
    Reply refused = configured.get(server.url()).by("closed").send();

    assertThat(waited.classes("thrown"))
        .as("%s, and refused: %s", waited, refused)
        .isEqualTo(refused.classes("thrown"))
        .isNotEmpty();
    assertThat(waited.message("thrown")).isEqualTo(refused.message("thrown"));
    assertThat(waited.number("elapsed")).isLessThan(15_000);
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule({"5.4", "2.10"})
  @Needs({Feature.CLOSE, Feature.CLOSE_ENDS_CALLS})
  void whatAClosingClientBreaksIsNotRetried(Subject subject, FaultServer server) {
    server.plays(Steps.hang(), Answer.ok("late"));

    Pending call = subject.get(server.url()).by("broken " + server.url()).start();
    Eventually.until(() -> server.attempts().size() == 1);
    call.toClient("close");
    Reply reply = call.reply();

    assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
    assertThat(reply.number("elapsed")).isLessThan(20_000);
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule({"5.4", "3.4"})
  @Needs(Feature.SHARED_POOL)
  void closingAClientThatSharesItsPoolSendsNothingEarly(Subject subject) {
    for (Answer later : new Answer[] {LATER, LATER.body("x".repeat(100_000))}) {
      try (FaultServer server = new FaultServer().plays(later, Answer.ok("early"))) {
        Subject configured = subject.with("deadline=60s");

        Pending call =
            configured.post(server.url()).by(server.url()).set("shared-pool", true).start();
        Eventually.until(() -> configured.bean().waiting() == 1);
        call.toClient("close");
        Reply reply = call.reply();

        assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
        assertThat(reply.get("thrown.0.class")).matches(subject.client().closedException());
        assertThat(reply.number("elapsed")).isLessThan(15_000);
        assertThat(server.attempts()).hasSize(1);
      }
    }
  }
}

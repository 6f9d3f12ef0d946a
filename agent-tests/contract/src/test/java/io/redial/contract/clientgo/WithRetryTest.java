package io.redial.contract.clientgo;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.util.ArrayList;
import java.util.List;

/** What client-go's TestRequestWithRetry, its kin and TestCheckRetry say of calls as a whole. */
final class WithRetryTest {
  static final List<BodyKind> BODIES = List.of(BodyKind.NONE, BodyKind.BYTES);

  private static final Answer BUSY = Answer.of(500).header("Retry-After", "1").body("busy");

  @ContractTest
  @Rule({"2.1", "6.1"})
  void aHintIsFollowedWhateverBodyTheRequestHas(Subject subject, @Each("BODIES") BodyKind kind) {
    theBodyIsSentTwice(subject, kind, Answer.of(500).header("Retry-After", "0"));
  }

  @ContractTest
  @Rule({"2.2", "6.1"})
  void aRetryableErrorIsRetriedWhateverBodyTheRequestHas(
      Subject subject, @Each("BODIES") BodyKind kind) {
    theBodyIsSentTwice(subject, kind, Steps.halfHead());
  }

  @ContractTest
  @Rule("6.3")
  void anOpaqueBodyIsCopiedWhereClientGoGivesUp(Subject subject) {
    // Difference: client-go aborts the retry, after a hint and after an error alike.
    theBodyIsSentTwice(subject, BodyKind.ONE_SHOT, Answer.of(500).header("Retry-After", "0"));
    theBodyIsSentTwice(subject, BodyKind.ONE_SHOT, Steps.halfHead());
  }

  private static void theBodyIsSentTwice(Subject subject, BodyKind kind, Step first) {
    Subject once = clientGo(subject, 1);
    try (FaultServer server = new FaultServer().plays(first, Answer.ok("done"))) {
      var request = once.get(server.url());
      if (kind != BodyKind.NONE) {
        request.body(kind, 4_000);
      }
      Reply reply = request.send();

      assertThat(reply.get("status")).as("%s %s", kind, reply).isEqualTo("200");
      assertThat(server.attempts()).extracting(Attempt::body).containsOnly(request.bytes());
      assertThat(server.attempts()).hasSize(2);
    }
  }

  @ContractTest
  @Rule({"1.2", "5.1"})
  void aServerThatAlwaysAsksForMoreTimeHasTheLastWord(Subject subject, FaultServer server) {
    server.plays(BUSY.body("1"), BUSY.body("2"), BUSY.body("3"), Answer.ok("late"));

    Reply reply = clientGo(subject, 2).get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("500");
    assertThat(reply.get("body.text")).isEqualTo("3");
    assertThat(server.attempts()).hasSize(3);
  }

  @ContractTest
  @Rule({"1.2", "5.1"})
  void anErrorThatAlwaysComesIsThrownWithThoseBefore(Subject subject, FaultServer server) {
    for (int i = 0; i < 6; i++) {
      server.plays(Steps.halfHead());
    }

    Reply reply = clientGo(subject, 2).get(server.url()).send();

    assertThat(reply.classes("thrown")).isNotEmpty();
    assertThat(reply.suppressed("thrown")).hasSize(2);
    assertThat(server.attempts()).hasSize(3);
  }

  @ContractTest
  @Rule({"2.1", "2.2"})
  void aHintThenAnErrorThenSuccessIsSuccess(Subject subject, FaultServer server) {
    server.plays(BUSY, Steps.halfHead(), Answer.ok("done"));

    Reply reply = clientGo(subject, 2).get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(server.attempts()).hasSize(3);
  }

  @ContractTest
  @Rule("1.2")
  void theFinalErrorTellsOfErrorsBeforeAndNotOfHints(Subject subject, FaultServer server) {
    Answer now = Answer.of(429).header("Retry-After", "0");
    server.plays(now, Steps.halfHead(), now, now, Steps.hang());

    Reply reply = clientGo(subject, 8).with("per-try-timeout=3s").get(server.url()).send();

    assertThat(reply.classes("thrown")).first().isEqualTo(subject.client().timeoutException());
    assertThat(reply.suppressed("thrown")).hasSize(1);
    assertThat(server.attempts()).hasSize(5);
  }

  @ContractTest
  @Rule({"2.1", "6.1"})
  void aPostIsRepeatedWholeFor429AndFor5xx(Subject subject, FaultServer server) {
    // 504 too, for which the default profile repeats idempotent methods only.
    for (int status : new int[] {429, 500, 501, 504}) {
      server.plays(Answer.of(status).header("Retry-After", "0"));
    }
    server.plays(Answer.ok("done"));

    var post = subject.with("profile=client-go").post(server.url()).body(BodyKind.BYTES, 4_000);

    assertThat(post.send().get("status")).isEqualTo("200");
    assertThat(server.attempts()).hasSize(5);
    assertThat(server.attempts()).extracting(Attempt::body).containsOnly(post.bytes());
  }

  @ContractTest
  @Rule("4.1")
  void aHintIsWaitedForToTheSecondAndWithoutJitter(Subject subject, FaultServer server) {
    server.plays(BUSY, BUSY, Answer.ok("done"));

    clientGo(subject, 10).post(server.url()).body(BodyKind.BYTES, 4_000).send();

    for (int gap = 0; gap < 2; gap++) {
      assertThat(server.gap(gap)).isBetween(SECONDS.toNanos(1), MILLISECONDS.toNanos(2_900));
    }
  }

  @ContractTest
  @Rule("4.1")
  void anErrorIsFollowedByOneSecond(Subject subject, FaultServer server) {
    server.plays(Steps.halfHead(), Steps.halfHead(), Answer.ok("done"));

    clientGo(subject, 10).get(server.url()).send();

    for (int gap = 0; gap < 2; gap++) {
      assertThat(server.gap(gap)).isBetween(SECONDS.toNanos(1), MILLISECONDS.toNanos(2_900));
    }
  }

  @ContractTest
  @Rule("5.1")
  void tenRetriesAreTheMost(Subject subject, FaultServer server) {
    for (int i = 0; i < 15; i++) {
      server.plays(Answer.unavailable("0"));
    }

    subject.with("profile=client-go").post(server.url()).send();

    assertThat(server.attempts()).hasSize(11);
  }

  @ContractTest
  @Rule("5.1")
  void callsThatAreUnderWayTogetherCountTheirRetriesApart(Subject subject, FaultServer server) {
    int calls = 20;
    int retries = 3;
    for (int i = 0; i < calls * (1 + retries); i++) {
      server.plays(Answer.unavailable("0"));
    }
    Subject together = clientGo(subject, retries).with("max-waiting=none");

    List<Pending> pending = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      pending.add(together.post(server.url()).start());
    }

    assertThat(pending).extracting(call -> call.reply().get("status")).containsOnly("503");
    assertThat(server.attempts()).hasSize(calls * (1 + retries));
  }

  @ContractTest
  @Rule("3.2")
  void aNegativeHintIsNone(Subject subject, FaultServer server) {
    // Difference: client-go takes it and retries at once.
    server.plays(Answer.unavailable("-1"), Answer.ok("late"));

    Reply reply = subject.with("profile=client-go").get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("3.1")
  void aDateIsAHint(Subject subject, FaultServer server) {
    // Difference: client-go takes digits only.
    server.plays(Answer.unavailable("Fri, 31 Dec 1999 23:59:59 GMT"), Answer.ok("done"));

    Reply reply = subject.with("profile=client-go").get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("200");
  }

  @ContractTest
  @Rule("3.2")
  void aHintOfYearsIsNotWaitedFor(Subject subject, FaultServer server) {
    // Difference: client-go sleeps.
    server.plays(Answer.unavailable("9999999999"), Answer.ok("late"));

    Reply reply = subject.with("profile=client-go").get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("2.1")
  void aStatusBeyond599IsNoServerError(Subject subject, FaultServer server) {
    // Difference: client-go has no upper bound.
    server.plays(Answer.of(600).header("Retry-After", "0"), Answer.ok("late"));

    Reply reply = subject.with("profile=client-go").get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("600");
    assertThat(server.attempts()).hasSize(1);
  }

  private static Subject clientGo(Subject subject, int retries) {
    return subject.with("profile=client-go").with("max-retries=" + retries);
  }
}

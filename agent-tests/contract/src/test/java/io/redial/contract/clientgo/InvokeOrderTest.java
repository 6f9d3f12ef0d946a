package io.redial.contract.clientgo;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Reply;
import java.util.List;

/**
 * The order of the steps that client-go's TestRequest*WithRetryInvokeOrder and its
 * RateLimiterBackoffAndMetrics tests assert, as it shows from outside: limiter, send, count,
 * decide, drain; then one wait, the longer of hint and backoff; then the limiter again, send,
 * count.
 */
final class InvokeOrderTest {
  private static final long SLACK = MILLISECONDS.toNanos(1_900);

  @ContractTest
  @Rule("4.1")
  void aHintThatIsLongerThanTheBackoffIsTheWait(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("3"), Answer.ok("done"));

    clientGo(subject).with("backoff=fixed:2s").get(server.url()).send();

    assertThat(server.gap(0)).isBetween(SECONDS.toNanos(3), SECONDS.toNanos(3) + SLACK);
  }

  @ContractTest
  @Rule("4.1")
  void aBackoffThatIsLongerThanTheHintIsTheWait(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("2"), Answer.ok("done"));

    clientGo(subject).with("backoff=fixed:3s").get(server.url()).send();

    assertThat(server.gap(0)).isBetween(SECONDS.toNanos(3), SECONDS.toNanos(3) + SLACK);
  }

  @ContractTest
  @Rule("4.5")
  void theLimiterComesBeforeEveryAttempt(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("1"), Answer.ok("2"));
    Subject limited = clientGo(subject).with("rate-limit=bucket:1:1");

    limited.get(server.url()).send();
    limited.get(server.url()).send();

    assertThat(server.attempts()).hasSize(4);
    // Three of the four tokens had to come first, one a second; the first attempt may arrive late.
    long span = server.gap(0) + server.gap(1) + server.gap(2);
    assertThat(span).isGreaterThan(MILLISECONDS.toNanos(1_500));
  }

  @ContractTest
  @Rule("4.5")
  void theLimiterAddsNothingToAWaitThatIsLonger(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("3"), Answer.ok("done"));

    // 2 s for a token: less than the hint, and not on top of it.
    clientGo(subject).with("rate-limit=bucket:0.5:1").get(server.url()).send();

    assertThat(server.gap(0)).isBetween(SECONDS.toNanos(3), SECONDS.toNanos(3) + SLACK);
  }

  @ContractTest
  @Rule("8.1")
  void theResponseIsDrainedBeforeTheWaitAndItsConnectionReused(
      Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("1").body("x".repeat(2_000)), Answer.ok("done"));

    clientGo(subject).get(server.url()).send();

    assertThat(server.attempts()).extracting(Attempt::connection).containsExactly(1, 1);
  }

  @ContractTest
  @Rule("11.4")
  void theRetryIsDecidedOnBeforeTheWaitAndCountedAfterIt(Subject subject, FaultServer server) {
    Subject configured = clientGo(subject);
    server.plays(Answer.unavailable("8"), Answer.ok("done"));

    Pending call = configured.get(server.url()).start();
    await().atMost(30, SECONDS).until(() -> configured.bean().waiting() == 1);
    assertThat(server.attempts()).hasSize(1);
    assertThat(configured.bean().retries("retry-after")).isZero();
    call.reply();

    assertThat(configured.bean().retries("retry-after")).isEqualTo(1);
    assertThat(configured.bean().waiting()).isZero();
  }

  @ContractTest
  @Rule("5.4")
  @Needs(Feature.FUTURE)
  void aCallThatNobodyWantsAnyMoreIsNotSentAgain(Subject subject, FaultServer server) {
    Subject configured = clientGo(subject);
    server.plays(Answer.unavailable("8"), Answer.ok("late"));

    Pending call = configured.get(server.url()).start();
    await().atMost(30, SECONDS).until(() -> configured.bean().waiting() == 1);
    call.cancel();
    call.reply();
    await().until(() -> configured.bean().waiting() == 0);

    await()
        .during(8_500, MILLISECONDS)
        .atMost(30, SECONDS)
        .until(() -> server.attempts().size() == 1);
  }

  @ContractTest
  @Rule("5.1")
  void aSuccessEndsTheCallInEveryMode(Subject subject) {
    for (Mode mode : List.of(Mode.values())) {
      try (FaultServer server =
          new FaultServer().plays(Answer.unavailable("0"), Answer.ok("done"), Answer.ok("twice"))) {
        Reply reply = mode.as(clientGo(subject).get(server.url(mode.path()))).send();

        assertThat(reply.get("body.text")).isEqualTo("done");
        assertThat(server.attempts()).hasSize(2);
      }
    }
  }

  private static Subject clientGo(Subject subject) {
    return subject.with("profile=client-go").with("max-retries=2");
  }
}

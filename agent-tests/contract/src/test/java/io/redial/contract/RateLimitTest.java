package io.redial.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AnyClient;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Reply;

/** Rule 4.5: a throttle on every attempt, retries or not. */
@AnyClient
final class RateLimitTest {

  @ContractTest
  @Rule("4.5")
  void firstAttemptsAreThrottledOnceTheBurstIsUsedUp(Subject subject, FaultServer server) {
    Subject limited = subject.with("rate-limit=bucket:1:2");
    for (int i = 0; i < 4; i++) {
      server.plays(Answer.ok("up"));
      limited.get(server.url()).send();
    }

    // Two at once, then one a second; the first may arrive late.
    long span = server.attempts().get(3).arrived() - server.attempts().get(0).arrived();
    assertThat(span).isGreaterThan(SECONDS.toNanos(1));
  }

  @ContractTest
  @Rule({"4.5", "11.1"})
  void whatHoldsBackGoesOutOnceItIsSwitchedOff(Subject subject, FaultServer server) {
    Subject limited = subject.with("rate-limit=bucket:0.001:1").alone();
    server.plays(Answer.ok("first"), Answer.ok("second"));

    limited.get(server.url()).send();
    Pending held = limited.get(server.url()).start();
    limited.bean().enable(false);

    assertThat(held.reply().get("body.text")).isEqualTo("second");
  }

  @ContractTest
  @Rule("4.5")
  void anotherHostIsNotHeldUp(Subject subject, FaultServer server, FaultServer other) {
    Subject limited = subject.with("rate-limit=bucket:0.01:1");
    server.plays(Answer.ok("one"));
    other.plays(Answer.ok("another"));

    assertThat(limited.get(server.url()).send().get("status")).isEqualTo("200");
    assertThat(limited.get(other.url()).send().get("status")).isEqualTo("200");
  }

  @ContractTest
  @Rule({"4.5", "5.2"})
  void aRetryWhoseTurnWouldComeAfterTheDeadlineIsNotWaitedFor(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("late"));

    Reply reply = subject.with("rate-limit=bucket:0.01:1").get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("not now");
    assertThat(server.attempts()).hasSize(1);
  }
}

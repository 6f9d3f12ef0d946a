package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AnyClient;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Reply;
import org.junit.jupiter.api.Tag;

/** Rule 11.2: an operator hurries or ends waits. */
@Tag("programs")
@AnyClient
final class HurryTest {
  private static final Answer LATER = Answer.unavailable("20").body("not yet");

  @ContractTest
  @Rule({"11.2", "11.4"})
  void aWaitThatIsHurriedEndsInTheNextAttempt(Subject subject, FaultServer server) {
    server.plays(LATER, Answer.ok("now"));
    Subject alone = subject.with("deadline=60s").alone();
    Pending call = waiting(alone, server);

    assertThat(alone.bean().result("retryNow", "http://127.0.0.1:1"))
        .as("another host")
        .containsKey("refused");
    assertThat(alone.bean().retryNow(server.url(""))).isEqualTo(1);
    Reply reply = call.reply();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(reply.number("elapsed")).isLessThan(20_000);
    assertThat(server.attempts()).hasSize(2);
    assertThat(alone.bean().waiting()).isZero();
    assertThat(alone.bean().retryNow("*")).as("nothing waits").isZero();
  }

  @ContractTest
  @Rule({"11.2", "8.2", "11.4"})
  void aWaitThatIsEndedGivesTheCallTheResponseThatItHas(Subject subject, FaultServer server) {
    server.plays(LATER, Answer.ok("late"));
    Subject alone = subject.with("deadline=60s").alone();
    Pending call = waiting(alone, server);

    assertThat(alone.bean().result("cancelWaiting", "http://127.0.0.1:1"))
        .as("another host")
        .containsKey("refused");
    assertThat(alone.bean().cancelWaiting("*")).isEqualTo(1);
    Reply reply = call.reply();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("not yet");
    assertThat(server.attempts()).hasSize(1);
    assertThat(alone.bean().refusals("cancelled")).isEqualTo(1);
  }

  private static Pending waiting(Subject subject, FaultServer server) {
    Pending call = subject.get(server.url()).start();
    Eventually.until(() -> subject.bean().waiting() == 1);
    return call;
  }
}

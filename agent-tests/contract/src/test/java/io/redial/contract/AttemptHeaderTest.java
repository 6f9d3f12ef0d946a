package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Reply;

/** Option {@code attempt-header}. */
final class AttemptHeaderTest {

  @ContractTest
  @Rule("1.1")
  void countsAttemptsFromOneAndIsNotShownToTheApplication(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));

    Reply reply = subject.with("attempt-header=X-Attempt").get(server.url()).send();

    assertThat(server.attempts())
        .extracting(attempt -> attempt.header("X-Attempt"))
        .containsExactly("1", "2", "3");
    assertThat(String.valueOf(reply.get("request.headers"))).doesNotContain("X-Attempt");
  }

  @ContractTest
  @Rule("1.1")
  void withoutTheOptionARetryIsTheSameRequest(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("up"));

    subject.get(server.url()).send();

    assertThat(server.attempts())
        .hasSize(2)
        .extracting(Attempt::head)
        .containsOnly(server.attempts().get(0).head());
  }
}

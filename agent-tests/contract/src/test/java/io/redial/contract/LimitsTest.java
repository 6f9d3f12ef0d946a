package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AnyClient;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.subjects.Reply;

/** Rules 5.1 and 5.2: how often and how long at most. */
@AnyClient
final class LimitsTest {

  @ContractTest
  @Rule("5.1")
  void noMoreRetriesThanAllowed(Subject subject, FaultServer server) {
    for (int i = 0; i < 6; i++) {
      server.plays(Answer.unavailable("0"));
    }

    Reply reply = subject.with("max-retries=2,backoff=none").get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(server.attempts()).hasSize(3);
  }

  @ContractTest
  @Rule("5.1")
  void noneAtAllWhereNoneIsAllowed(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("late"));

    Reply reply = subject.with("max-retries=0").get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("not now");
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("5.1")
  void aServerThatSaysWhenIsBelievedMoreOftenThanADeadOne(Subject subject, FaultServer server) {
    for (int i = 0; i < 5; i++) {
      server.plays(Answer.unavailable("0"));
    }
    for (int i = 0; i < 5; i++) {
      server.plays(Steps.reset());
    }

    Reply reply =
        subject.with("max-retries=10,max-error-retries=1,backoff=none").put(server.url()).send();

    assertThat(reply.classes("thrown")).isNotEmpty();
    assertThat(server.attempts()).as("5 hints, an error, its one retry").hasSize(7);
  }

  @ContractTest
  @Rule("5.1")
  void bothKindsCountTogether(Subject subject, FaultServer server) {
    for (int i = 0; i < 3; i++) {
      server.plays(Steps.reset(), Answer.unavailable("0"));
    }

    Reply reply =
        subject.with("max-retries=3,max-error-retries=3,backoff=none").put(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(server.attempts()).hasSize(4);
  }

  @ContractTest
  @Rule("5.2")
  void aWaitThatWouldPassTheDeadlineIsNotBegun(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("20"), Answer.ok("late"));

    Reply reply = subject.with("deadline=10s").get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("not now");
    assertThat(reply.number("elapsed")).isLessThan(5_000);
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("5.2")
  void theDeadlineRunsFromTheStartOfTheCall(Subject subject, FaultServer server) {
    for (int i = 0; i < 8; i++) {
      server.plays(Answer.unavailable("1"));
    }

    Reply reply = subject.with("deadline=4500ms,max-retries=7").get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(server.attempts()).hasSizeBetween(2, 5); // Each wait takes a second or more.
    assertThat(reply.number("elapsed")).isLessThan(8_000);
  }

  @ContractTest
  @Rule({"5.2", "1.2"})
  void aFailureIsThrownAtOnceWhereItsWaitWouldPassTheDeadline(Subject subject, FaultServer server) {
    server.plays(Steps.reset(), Answer.ok("late"));

    Reply reply =
        subject
            .with("deadline=10s,backoff=fixed:20s,jitter=none")
            .request("DELETE", server.url())
            .send();

    assertThat(reply.classes("thrown")).isNotEmpty();
    assertThat(reply.number("elapsed")).isLessThan(5_000);
    assertThat(server.attempts()).hasSize(1);
  }
}

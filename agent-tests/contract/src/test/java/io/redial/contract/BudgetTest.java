package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AnyClient;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Rule 5.5: retries that a host gets at most. */
@AnyClient
final class BudgetTest {

  @ContractTest
  @Rule({"5.5", "1.2", "11.4"})
  void theFloorOfTenSecondsIsSpentAndThenTheResponseIsReturned(
      Subject subject, FaultServer server) {
    Subject configured = subject.with("budget=0%:1,backoff=none,max-retries=4");
    for (int i = 0; i < 13; i++) {
      server.plays(Answer.unavailable("0"));
    }

    List<Reply> replies = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      replies.add(configured.get(server.url()).send());
    }

    assertThat(replies).extracting(reply -> reply.get("status")).containsOnly("503");
    assertThat(replies.get(2).get("body.text")).isEqualTo("not now");
    assertThat(server.attempts()).as("three calls and ten retries").hasSize(13);
    assertThat(configured.bean().refusals("max-retries")).isEqualTo(2);
    assertThat(configured.bean().refusals("budget")).isEqualTo(1);
  }

  @ContractTest
  @Rule({"5.5", "5.4"})
  @Needs(Feature.FUTURE)
  void aRetryThatNobodyWaitsForAnyMoreIsGivenBack(Subject subject, FaultServer server) {
    Subject configured = subject.with("budget=0%:0.1,deadline=60s");
    server.plays(Answer.unavailable("20"), Answer.unavailable("0"), Answer.ok("up"));

    Pending call = configured.get(server.url()).start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    call.cancel();
    call.reply();
    Eventually.until(() -> configured.bean().waiting() == 0);
    Reply patient = configured.get(server.url()).send();

    assertThat(patient.get("status")).as("one retry in ten seconds").isEqualTo("200");
    assertThat(server.attempts()).hasSize(3);
  }

  @ContractTest
  @Rule("5.5")
  void callsEarnRetriesByTheRatio(Subject subject, FaultServer server) {
    Subject configured = subject.with("budget=50%:0,backoff=none");
    for (int i = 0; i < 9; i++) {
      server.plays(Answer.ok("up"));
    }
    for (int i = 0; i < 11; i++) {
      server.plays(Answer.unavailable("0"));
    }

    for (int i = 0; i < 10; i++) {
      configured.get(server.url()).send();
    }

    assertThat(server.attempts()).as("ten calls and half as many retries").hasSize(15);
    assertThat(configured.bean().refusals("budget")).isEqualTo(1);
  }

  @ContractTest
  @Rule("5.5")
  void firstAttemptsAreNeitherDelayedNorRefused(Subject subject, FaultServer server) {
    Subject configured = subject.with("budget=0%:0");
    int calls = 10;
    for (int i = 0; i < calls; i++) {
      server.plays(Answer.unavailable("0"));
    }

    for (int i = 0; i < calls; i++) {
      Reply reply = configured.get(server.url()).send();
      assertThat(reply.get("status")).isEqualTo("503");
    }

    assertThat(server.attempts()).hasSize(calls);
    assertThat(configured.bean().refusals("budget")).isEqualTo(calls);
  }

  @ContractTest
  @Rule("5.5")
  void eachHostHasItsOwn(Subject subject, FaultServer one, FaultServer other) {
    Subject configured = subject.with("budget=0%:0.1,backoff=none");
    one.plays(Answer.unavailable("0"), Answer.unavailable("0"));
    other.plays(Answer.unavailable("0"), Answer.ok("up"));

    assertThat(configured.get(one.url()).send().get("status")).isEqualTo("503");
    assertThat(configured.get(other.url()).send().get("status")).isEqualTo("200");
  }

  @ContractTest
  @Rule("5.5")
  void callsThatFailTogetherGetExactlyWhatThereIs(Subject subject, FaultServer server) {
    int calls = 20;
    Subject alone = subject.with("budget=0%:1,backoff=none,max-retries=1,max-waiting=none").alone();
    CountDownLatch together = new CountDownLatch(1);
    for (int i = 0; i < calls; i++) {
      server.plays(Steps.after(together, Answer.unavailable("0")));
    }
    for (int i = 0; i < calls; i++) {
      server.plays(Answer.ok("up"));
    }

    List<Pending> pending = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      // By several clients: some have two connections to a host and no more.
      pending.add(alone.get(server.url()).by("client-" + i / 2).start());
    }
    Eventually.until(() -> server.attempts().size() == calls);
    together.countDown();
    List<String> statuses = pending.stream().map(call -> call.reply().get("status")).toList();

    assertThat(statuses).filteredOn("200"::equals).hasSize(10);
    assertThat(server.attempts()).hasSize(calls + 10);
    assertThat(alone.bean().refusals("budget")).isEqualTo(calls - 10);
  }

  @ContractTest
  @Rule({"5.5", "11.4"})
  void threadsThatShareAClientAndAHostGetNoMoreThanItsBudget(Subject subject, FaultServer server) {
    int threads = 32;
    int rounds = 4;
    int calls = threads * rounds;
    Subject alone =
        subject.with("budget=50%:0,backoff=none,max-retries=3,max-waiting=none").alone();
    for (int i = 0; i < 4 * calls; i++) {
      server.plays(Answer.unavailable("0"));
    }

    for (int round = 0; round < rounds; round++) {
      List<Pending> pending = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        pending.add(alone.get(server.url()).by("shared").start());
      }
      assertThat(pending).allMatch(call -> call.reply().get("status").equals("503"));
    }

    int attempts = server.attempts().size();
    assertThat(attempts).isGreaterThan(calls).isLessThanOrEqualTo(calls + calls / 2);
    assertThat(alone.bean().retries("retry-after")).isEqualTo(attempts - calls);
    assertThat(alone.bean().refusals("budget") + alone.bean().refusals("max-retries"))
        .isEqualTo(calls);
  }
}

package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.RedialBean;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;

/** Rules 11.1 and 11.4: what an operator can switch and see. */
final class OperatorTest {

  @ContractTest
  @Rule("11.1")
  void disabledFromTheStartItDoesNothing(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("late"));

    assertThat(subject.with("enabled=false").get(server.url()).send().get("status"))
        .isEqualTo("503");
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule({"11.1", "11.4"})
  void itIsSwitchedOffAndOnWhileTheProgramRuns(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));
    Subject alone = subject.alone();

    alone.bean().enable(false);
    assertThat(alone.get(server.url()).send().get("status")).isEqualTo("503");
    alone.bean().enable(true);
    assertThat(alone.get(server.url()).send().get("status")).isEqualTo("200");
    assertThat(server.attempts()).hasSize(3);
  }

  @ContractTest
  @Rule("11.4")
  void retriesAreCountedByReason(Subject subject, FaultServer server) {
    server.plays(
        Answer.unavailable("0"),
        Answer.unavailable("0"),
        Answer.ok("1"),
        Steps.reset(),
        Answer.ok("2"),
        Answer.of(500),
        Answer.ok("3"));
    Subject alone = subject.with("retry-on=retry-after+connection-error+500,backoff=none").alone();

    for (int i = 0; i < 3; i++) {
      assertThat(alone.put(server.url()).send().get("status")).isEqualTo("200");
    }

    RedialBean bean = alone.bean();
    assertThat(bean.retries("retry-after")).isEqualTo(2);
    assertThat(bean.retries("connection-error")).isEqualTo(1);
    assertThat(bean.retries("status")).isEqualTo(1);
  }

  @ContractTest
  @Rule("11.4")
  void retriesThatWereNotMadeAreCountedByReason(Subject subject, FaultServer server) {
    Subject alone =
        subject.with("max-retries=1,deadline=10s,replay-buffer=64KiB:1MiB,backoff=none").alone();
    RedialBean bean = alone.bean();

    server.plays(Steps.reset());
    alone.post(server.url()).send();
    assertThat(bean.refusals("method")).isEqualTo(1);

    server.plays(Answer.of(503));
    alone.get(server.url()).send();
    assertThat(bean.refusals("no-hint")).isEqualTo(1);

    server.plays(Answer.unavailable("0"));
    alone.post(server.url()).body(BodyKind.STREAM, 2_000_000).send();
    assertThat(bean.refusals("body")).isEqualTo(1);

    server.plays(Answer.unavailable("60"));
    alone.get(server.url()).send();
    assertThat(bean.refusals("deadline")).isEqualTo(1);

    server.plays(Answer.unavailable("0"), Answer.unavailable("0"));
    alone.get(server.url()).send();
    assertThat(bean.refusals("max-retries")).isEqualTo(1);

    server.plays(Answer.unavailable("0").header("x-should-retry", "false"));
    alone.get(server.url()).send();
    assertThat(bean.refusals("veto")).isEqualTo(1);
  }

  @ContractTest
  @Rule("11.4")
  void retriesAreCountedByHost(Subject subject, FaultServer one, FaultServer other) {
    one.plays(Answer.unavailable("0"), Answer.ok("up"));
    other.plays(Answer.of(503));
    Subject alone = subject.alone();

    alone.get(one.url()).send();
    alone.get(other.url()).send();

    assertThat(alone.bean().attributes())
        .containsEntry("RetriesByHost." + one.url("") + ".retry-after", "1")
        .containsEntry("RefusalsByHost." + other.url("") + ".no-hint", "1");
  }

  @ContractTest
  @Rule("11.4")
  void retriesAndRefusalsAreLoggedWithTheirReason(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("up"), Answer.unavailable("60"));
    Subject alone = subject.with("log-level=debug").alone();

    alone.get(server.url()).send();
    alone.get(server.url()).send();

    assertThat(alone.process().stderr()).contains("retry-after").contains("deadline");
  }
}

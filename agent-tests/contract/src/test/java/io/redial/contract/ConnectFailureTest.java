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
import io.redial.contract.server.FreePort;
import io.redial.subjects.Reply;

/** Rules 2.3 and 2.4: connections that are refused. */
final class ConnectFailureTest {

  @ContractTest(slice = true)
  @Rule("2.3")
  void aGetSurvivesAServerThatIsNotThereYet(Subject subject) {
    FreePort port = FreePort.find();
    Subject configured = subject.with("backoff=fixed:2s,jitter=none");

    Pending call = configured.get(port.url()).start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    try (FaultServer server = new FaultServer(port.number()).plays(Answer.ok("up"))) {
      Reply reply = call.reply();

      assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
      assertThat(server.attempts()).hasSize(1);
      assertThat(configured.bean().retries("connect-failure")).isPositive();
    }
  }

  @ContractTest
  @Rule({"2.3", "2.8"})
  @Needs(Feature.FAILS_FUTURES)
  void aPostToAServerThatIsNotThereFailsAtOnce(Subject subject) {
    FreePort port = FreePort.refusing();

    Reply without = subject.bare().post(port.url()).send();
    Reply with = subject.post(port.url()).send();

    assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown")).isNotEmpty();
    assertThat(with.message("thrown")).isEqualTo(without.message("thrown"));
    assertThat(subject.bean().retries("connect-failure")).isZero();
    assertThat(subject.bean().refusals("method")).isEqualTo(1);
  }

  @ContractTest
  @Rule("2.4")
  void aPostThatNoServerGotIsRepeatedIfTheOptionSaysSo(Subject subject) {
    FreePort port = FreePort.find();
    Subject configured =
        subject
            .with("retry-on=retry-after+connect-failure+unprocessed")
            .with("backoff=fixed:2s,jitter=none");

    Pending call = configured.post(port.url()).start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    try (FaultServer server = new FaultServer(port.number()).plays(Answer.ok("up"))) {
      assertThat(call.reply().get("status")).isEqualTo("200");
      assertThat(server.attempts()).hasSize(1);
    }
  }

  @AnyClient // Each client takes two JVMs.
  @ContractTest
  @Rule({"2.3", "2.10"})
  @Needs(Feature.FAILS_FUTURES)
  void anUnknownHostIsNotRetried(Subject subject) {
    String names = "-Djdk.net.hosts.file=" + FreePort.emptyFile();
    Subject alone = subject.jvmArgs(names).alone();

    Reply without = subject.jvmArgs(names).bare().get("http://nowhere.invalid/").send();
    Reply with = alone.get("http://nowhere.invalid/").send();

    assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown")).isNotEmpty();
    assertThat(alone.bean().attributes())
        .as("no retry of any kind")
        .allSatisfy((name, value) -> assertThat(name).doesNotStartWith("Retries."));
  }
}

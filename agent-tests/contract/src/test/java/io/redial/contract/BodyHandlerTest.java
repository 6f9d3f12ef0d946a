package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;

/** Rule 1.3: whatever an application does with a body, it does it once, with the right one. */
final class BodyHandlerTest {

  @ContractTest(slice = true)
  @Rule({"1.1", "1.3"})
  @Needs(Feature.JAVA_NET_HTTP)
  void everyHandlerOfTheJdkWorksAcrossARetry(Subject subject) {
    String body = "line\n".repeat(10_000).trim();
    for (Reading reading : Reading.values()) {
      try (FaultServer server = new FaultServer().plays(Answer.unavailable("0"), Answer.ok(body))) {
        Reply reply = subject.get(server.url()).reading(reading).send();

        assertThat(reply.get("status")).as("%s %s", reading, reply).isEqualTo("200");
        assertThat(reply.number("handler.calls")).as("%s", reading).isEqualTo(1);
        assertThat(reply.classes("reading")).as("%s", reading).isEmpty();
        if (reading != Reading.DISCARD) {
          assertThat(reply.number("body.length")).as("%s", reading).isEqualTo(body.length());
        }
      }
    }
  }

  @ContractTest
  @Rule({"1.2", "1.3"})
  @Needs(Feature.JAVA_NET_HTTP)
  void everyHandlerOfTheJdkGetsTheLastResponseOfASurrender(Subject subject) {
    for (Reading reading : Reading.values()) {
      try (FaultServer server =
          new FaultServer().plays(Answer.unavailable("0"), Answer.unavailable("0"))) {
        Reply reply = subject.with("max-retries=1").get(server.url()).reading(reading).send();

        assertThat(reply.get("status")).as("%s %s", reading, reply).isEqualTo("503");
        assertThat(server.attempts()).hasSize(2);
        if (reading != Reading.DISCARD) {
          assertThat(reply.get("body.text")).as("%s", reading).isEqualTo("not now");
        }
      }
    }
  }
}

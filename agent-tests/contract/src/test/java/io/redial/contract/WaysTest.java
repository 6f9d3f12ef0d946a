package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.List;
import java.util.function.Function;

/** Every method by which an application makes a call leads to one call and no more. */
final class WaysTest {
  static final Function<ClientUnderTest, List<String>> WAYS = ClientUnderTest::ways;
  static final List<Reading> READINGS = List.of(Reading.BYTES, Reading.STREAM);

  private static final Answer LATER = Answer.unavailable("0").body("not yet");

  @ContractTest(slice = true)
  @Rule({"2.1", "1.3"})
  @Needs(Feature.WAYS)
  void aCallIsRetriedWhicheverWayItIsMade(
      Subject subject,
      FaultServer server,
      @Each("WAYS") String way,
      @Each("READINGS") Reading reading) {
    server.plays(LATER, LATER, Answer.ok("hello"));

    Reply reply = subject.get(server.url()).set("way", way).reading(reading).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.get("body.text")).isEqualTo("hello");
    assertThat(server.attempts()).hasSize(3);
  }

  @ContractTest(slice = true)
  @Rule({"5.1", "7.2"})
  @Needs(Feature.WAYS)
  void noWayMultipliesTheAttempts(Subject subject, FaultServer server, @Each("WAYS") String way) {
    for (int i = 0; i < 12; i++) {
      server.plays(LATER);
    }

    Reply reply =
        subject.with("max-retries=2,backoff=none").get(server.url()).set("way", way).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("not yet");
    assertThat(server.attempts()).hasSize(3);
  }
}

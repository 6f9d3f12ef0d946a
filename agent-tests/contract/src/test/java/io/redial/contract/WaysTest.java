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
import java.util.List;

/** Every method by which an application makes a call leads to one call and no more. */
final class WaysTest {
  private static final Answer LATER = Answer.unavailable("0").body("not yet");

  @ContractTest(slice = true)
  @Rule({"2.1", "1.3"})
  @Needs(Feature.WAYS)
  void aCallIsRetriedWhicheverWayItIsMade(Subject subject) {
    for (String way : subject.client().ways()) {
      for (Reading reading : List.of(Reading.BYTES, Reading.STREAM)) {
        try (FaultServer server = new FaultServer().plays(LATER, LATER, Answer.ok("hello"))) {
          Reply reply = subject.get(server.url()).set("way", way).reading(reading).send();

          assertThat(reply.get("status")).as("%s %s", way, reply).isEqualTo("200");
          assertThat(reply.get("body.text")).as(way).isEqualTo("hello");
          assertThat(server.attempts()).as(way).hasSize(3);
        }
      }
    }
  }

  @ContractTest(slice = true)
  @Rule({"5.1", "7.2"})
  @Needs(Feature.WAYS)
  void noWayMultipliesTheAttempts(Subject subject) {
    for (String way : subject.client().ways()) {
      try (FaultServer server = new FaultServer()) {
        for (int i = 0; i < 12; i++) {
          server.plays(LATER);
        }
        Reply reply =
            subject.with("max-retries=2,backoff=none").get(server.url()).set("way", way).send();

        assertThat(reply.get("status")).as("%s %s", way, reply).isEqualTo("503");
        assertThat(reply.get("body.text")).as(way).isEqualTo("not yet");
        assertThat(server.attempts()).as(way).hasSize(3);
      }
    }
  }
}

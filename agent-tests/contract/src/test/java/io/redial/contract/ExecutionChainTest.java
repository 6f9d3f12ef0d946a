package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.subjects.SubjectMain;
import java.util.Map;

/** Rule 1: what an application sees that takes part in its client's execution chain. */
final class ExecutionChainTest {

  @ContractTest
  @Rule("1.1")
  @Needs(Feature.EXECUTION_CHAIN)
  void theChainIsShownTheApplicationsOwnRequest(Subject subject) {
    for (String options : new String[] {"", "mode=observe", "max-retries=0"}) {
      try (FaultServer server = new FaultServer().plays(Answer.unavailable("0"), Answer.ok("up"))) {
        Map<String, String> told = run(subject.with(options), "looks", server);

        assertThat(told).as("%s %s", options, told).containsEntry("own", "true");
        assertThat(server.attempts()).as(options).hasSize(options.isEmpty() ? 2 : 1);
      }
    }
  }

  @ContractTest
  @Rule("1.4")
  @Needs(Feature.EXECUTION_CHAIN)
  void aNullResponseIsTheApplicationsAsWithoutTheAgent(Subject subject, FaultServer server) {
    Map<String, String> without = run(subject.bare(), "null", server);

    assertThat(run(subject, "null", server)).isEqualTo(without);
    assertThat(run(subject.with("mode=observe"), "null", server)).isEqualTo(without);
  }

  @ContractTest
  @Rule({"8.1", "2.2"})
  @Needs(Feature.EXECUTION_CHAIN)
  void aDecoderThatThrowsAnErrorCostsNoConnectionAndNoRetry(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0").body("coded"), Answer.ok("up"));

    assertThat(run(subject, "broken-decoder", server)).containsEntry("status", "200");
    assertThat(server.attempts()).hasSize(2);
    server.attempts().get(0).awaitDropped();
  }

  @ContractTest
  @Rule({"1.1", "1.2"})
  @Needs(Feature.EXECUTION_CHAIN)
  void theContextOfAFailedRetryShowsNoGivenUpResponse(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Steps.reset());

    Map<String, String> told = run(subject, "looks", server);

    assertThat(told).doesNotContainKey("status").containsEntry("shown", "none");
    assertThat(server.attempts()).hasSize(2);
  }

  private static Map<String, String> run(Subject subject, String chain, FaultServer server) {
    String generation = subject.client().label().startsWith("apache4") ? "apache4" : "apache5";
    Map<String, String> told =
        subject.run(
            "io.redial.subjects." + generation + ".ChainScenario",
            Map.of("chain", chain, "url", server.url()));
    told.remove(SubjectMain.ID);
    return told;
  }
}

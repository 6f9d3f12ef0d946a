package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.SubjectMain;
import java.util.List;
import java.util.Map;

/** Rule 1: what an application is shown, and keeps, that uses an asynchronous HttpClient 5. */
final class AsyncChainTest {
  private static final List<String> MODES = List.of("", "mode=observe", "max-retries=0");

  @ContractTest
  @Rule("1.1")
  @Needs(Feature.ASYNC_CHAIN)
  void whatIsShownIsTheApplicationsOwnRequest(Subject subject) {
    for (String options : MODES) {
      try (FaultServer server = new FaultServer().plays(Answer.ok("up"), Answer.ok("up"))) {
        Map<String, String> without = run(subject.bare(), "looks", server);
        Map<String, String> with = run(subject.with(options), "looks", server);

        assertThat(with).as(options).isEqualTo(without).containsEntry("status", "200");
      }
    }
  }

  @ContractTest
  @Rule("1.1")
  @Needs({Feature.ASYNC_CHAIN, Feature.OWN_RETRIES})
  void aRetryShowsTheApplicationsOwnRequest(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("up"));

    assertThat(run(subject, "looks", server))
        .containsEntry("own", "true")
        .containsEntry("status", "200");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule("1.4")
  @Needs(Feature.ASYNC_CHAIN)
  void whatIsNullOrThrownEndsAsWithoutTheAgent(Subject subject, FaultServer server) {
    for (String chain : List.of("null", "throws", "no-consumer")) {
      server.plays(Answer.ok("up"));
      Map<String, String> without = run(subject.bare(), chain, server);
      for (String options : MODES) {
        server.plays(Answer.ok("up"));

        assertThat(run(subject.with(options), chain, server))
            .as("%s %s", chain, options)
            .isEqualTo(without);
      }
    }
  }

  @ContractTest
  @Rule({"1.1", "6.5"})
  @Needs({Feature.ASYNC_CHAIN, Feature.RELEASES_RETRIED})
  void whatIsKeptOfCallsHoldsNoClient(Subject subject) {
    for (Step first : List.of(Answer.ok("up"), Answer.unavailable("0"), Steps.reset())) {
      for (Subject either : List.of(subject.bare(), subject.with("max-retries=1"))) {
        try (FaultServer server = new FaultServer()) {
          for (int i = 0; i < 8; i++) {
            server.plays(first, Answer.ok("up"));
          }

          assertThat(run(either, "keeps", server)).as("%s", first).containsEntry("held", "false");
        }
      }
    }
  }

  private static Map<String, String> run(Subject subject, String chain, FaultServer server) {
    Map<String, String> told =
        subject.run(
            "io.redial.subjects.apache5.AsyncChainScenario",
            Map.of(
                "chain", chain,
                "minimal", String.valueOf(subject.client().label().contains("minimal")),
                "url", server.url()));
    told.remove(SubjectMain.ID);
    return told;
  }
}

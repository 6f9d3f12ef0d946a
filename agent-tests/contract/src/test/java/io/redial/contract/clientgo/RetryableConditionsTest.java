package io.redial.contract.clientgo;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FreePort;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.H2Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;

/** client-go's TestRetryableConditions, row by row and in its order. */
final class RetryableConditionsTest {

  @ContractTest
  @Rule("2.1")
  void status429WithAHintIsRetriedForAnyVerbInAnyMode(Subject subject) {
    Row.of(subject, Answer.of(429).header("Retry-After", "0")).isRetried();
  }

  @ContractTest
  @Rule("2.1")
  void status503WithAHintIsRetriedForAnyVerbInAnyMode(Subject subject) {
    Row.of(subject, Answer.of(503).header("Retry-After", "0")).isRetried();
  }

  @ContractTest
  @Rule("2.1")
  void status500WithoutAHintIsNotRetried(Subject subject) {
    Row.of(subject, Answer.of(500)).isNotRetried();
  }

  @ContractTest
  @Rule("2.1")
  void status429WithoutAHintIsNotRetried(Subject subject) {
    Row.of(subject, Answer.of(429)).isNotRetried();
  }

  @ContractTest
  @Rule("2.2")
  void aConnectionResetIsRetriedForGet(Subject subject) {
    // Difference: Stream, too.
    Row.of(subject, Steps.reset()).verbs("GET").isRetried();
  }

  @ContractTest
  @Rule("2.2")
  void anEndOfStreamIsRetriedForGet(Subject subject) {
    // Difference: Stream, too.
    Row.of(subject, Steps.finish()).verbs("GET").isRetried();
  }

  @ContractTest
  @Rule("2.2")
  void anUnexpectedEndOfStreamIsRetriedForGet(Subject subject) {
    // Difference: Stream, too.
    Row.of(subject, Steps.halfHead()).verbs("GET").isRetried();
  }

  @ContractTest
  @Rule("2.2")
  void aConnectionThatBreaksWhileTheRequestIsWrittenIsRetriedForGet(Subject subject) {
    // Difference: Stream, too.
    Row.of(subject, Steps.resetAfter(10_000))
        .verbs("GET")
        .sending(request -> request.body(BodyKind.BYTES, 500_000))
        .isRetried();
  }

  @ContractTest
  @Rule("2.2")
  @Needs(Feature.HTTP_2)
  void aGoAwayIsRetriedForGet(Subject subject) {
    overHttp2IsRetriedForGet(subject, H2Step.goAwayUnanswered());
  }

  @ContractTest
  @Rule("2.2")
  @Needs(Feature.HTTP_2)
  void aConnectionResetByThePeerIsRetriedForGet(Subject subject) {
    overHttp2IsRetriedForGet(subject, H2Step.lose());
  }

  @ContractTest
  @Rule("2.2")
  @Needs(Feature.HTTP_2)
  void theUseOfAClosedConnectionIsRetriedForGet(Subject subject) {
    overHttp2IsRetriedForGet(subject, H2Step.finish());
  }

  private static void overHttp2IsRetriedForGet(Subject subject, H2Step step) {
    // Difference: Stream, too.
    Subject twice = subject.with("profile=client-go").with("max-retries=2");
    for (Mode mode : Mode.values()) {
      try (H2Server server = new H2Server().plays(step, step, H2Step.answer(200, "up"))) {
        Reply reply = mode.as(twice.get(server.url()).http2()).send();

        assertThat(reply.get("status"))
            .as("%s %d %s", mode, server.attempts().size(), reply)
            .isEqualTo("200");
        assertThat(server.attempts()).hasSize(3);
      }
    }
  }

  @ContractTest
  @Rule("2.3")
  void aRefusedConnectionIsNotRetriedForGet(Subject subject) {
    aRefusedConnectionIsNotRetried(subject, "GET");
  }

  @ContractTest
  @Rule("2.3")
  void aRefusedConnectionIsNotRetriedForPost(Subject subject) {
    aRefusedConnectionIsNotRetried(subject, "POST");
  }

  private static void aRefusedConnectionIsNotRetried(Subject subject, String verb) {
    Subject configured = subject.with("profile=client-go");
    String url = FreePort.refusing().url();
    for (Mode mode : Mode.values()) {
      Reply reply = mode.as(configured.request(verb, url)).send();

      assertThat(reply.classes("thrown"))
          .as("%s", reply)
          .contains(subject.client().connectException());
    }
    assertThat(configured.bean().attributes().keySet())
        .noneMatch(key -> key.startsWith("RetriesByHost."));
  }

  @ContractTest
  @Rule("2.8")
  void anEndOfStreamIsNotRetriedForPost(Subject subject) {
    // client-go's row says that Watch would; a watch is always a GET.
    Row.of(subject, Steps.finish()).verbs("POST").modes(Mode.DO, Mode.STREAM).isNotRetried();
  }

  @ContractTest
  @Rule("2.5")
  void aTimeoutIsNotRetriedForGet(Subject subject) {
    // Difference: not for Watch either, unless retry-on says so.
    Row.of(subject.with("per-try-timeout=3s"), Steps.hang()).verbs("GET").isNotRetried();
  }

  @ContractTest
  @Rule("2.5")
  void aTimeoutIsRetriedAsWatchDoesIfTheOptionSaysSo(Subject subject) {
    Row.of(
            subject
                .with("per-try-timeout=3s")
                .with("retry-on=retry-after+connection-error+timeout"),
            Steps.hang())
        .verbs("GET")
        .modes(Mode.WATCH)
        .isRetried();
  }

  @ContractTest
  @Rule("2.1")
  void status200IsNotRetried(Subject subject) {
    Row.of(subject, Answer.ok("done")).isNotRetried();
  }

  @ContractTest
  @Rule("2.1")
  void aRedirectWithAHintIsNotRetried(Subject subject) {
    Row.of(subject, Answer.of(301).header("Retry-After", "0")).isNotRetried();
  }
}

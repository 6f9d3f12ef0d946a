package io.redial.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Reply;

/** Rule 3: what counts as a hint, and how long it says. */
final class HintTest {
  /** What a busy machine may add. */
  private static final long SLACK = SECONDS.toNanos(2);

  private static final Answer UP = Answer.ok("up");

  @ContractTest
  @Rule("3.1")
  void aDateIsMeasuredAgainstTheServersOwnClock(Subject subject) {
    for (String later :
        new String[] {
          "Sun, 06 Nov 1994 08:49:38 GMT",
          "Sunday, 06-Nov-94 08:49:38 GMT",
          "Sun Nov  6 08:49:38 1994"
        }) {
      Answer dated =
          Answer.of(503)
              .header("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
              .header("Retry-After", later);
      try (FaultServer server = new FaultServer().plays(dated, UP)) {
        Reply reply = subject.get(server.url()).send();

        assertThat(reply.get("status")).as("%s", later).isEqualTo("200");
        assertThat(server.gap(0))
            .isBetween(SECONDS.toNanos(1), MILLISECONDS.toNanos(1_500) + SLACK);
      }
    }
  }

  @ContractTest
  @Rule("3.1")
  void aDateInThePastMeansAtOnce(Subject subject, FaultServer server) {
    server.plays(
        Answer.of(503)
            .header("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
            .header("Retry-After", "Sun, 06 Nov 1994 08:00:00 GMT"),
        UP);

    assertThat(subject.with("backoff=none").get(server.url()).send().get("status"))
        .isEqualTo("200");
    assertThat(server.gap(0)).isLessThan(SLACK);
  }

  @ContractTest
  @Rule("3.2")
  void whatIsNoHintIsNoHint(Subject subject) {
    for (String value :
        new String[] {"-1", "+1", "1.5", "1s", "", "soon", "1,2", "0x1", "Sun, 06 Nov 1994"}) {
      Answer answer = Answer.of(503).header("Retry-After", value);
      try (FaultServer server = new FaultServer().plays(answer, UP)) {
        assertThat(subject.get(server.url()).send().get("status")).as(value).isEqualTo("503");
        assertThat(server.attempts()).hasSize(1);
      }
    }
  }

  @ContractTest
  @Rule("3.2")
  void moreThanAYearAlwaysSurrenders(Subject subject) {
    for (String value : new String[] {"31536001", "9999999999", "99999999999999999999999999"}) {
      Answer answer = Answer.of(503).header("Retry-After", value).body("see you");
      try (FaultServer server = new FaultServer().plays(answer, UP)) {
        Reply reply = subject.with("deadline=none").get(server.url()).send();

        assertThat(reply.get("status")).as(value).isEqualTo("503");
        assertThat(reply.get("body.text")).isEqualTo("see you");
        assertThat(server.attempts()).hasSize(1);
      }
    }
  }

  @ContractTest
  @Rule("3.3")
  void ofSeveralHintsTheLongestValidOneCounts(Subject subject, FaultServer server) {
    server.plays(
        Answer.of(503)
            .header("Retry-After", "0")
            .header("Retry-After", "1")
            .header("Retry-After", "nonsense"),
        UP);

    assertThat(subject.get(server.url()).send().get("status")).isEqualTo("200");
    assertThat(server.gap(0)).isGreaterThanOrEqualTo(SECONDS.toNanos(1));
  }

  @ContractTest
  @Rule({"3.4", "4.1"})
  void aHintIsSpreadUpwardsAndNoFurtherThanItSays(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("1"), UP);

    subject.with("backoff=none").get(server.url()).send();

    assertThat(server.gap(0)).isBetween(SECONDS.toNanos(1), MILLISECONDS.toNanos(1_500) + SLACK);
  }
}

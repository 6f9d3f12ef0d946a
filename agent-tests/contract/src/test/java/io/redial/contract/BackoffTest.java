package io.redial.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AnyClient;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import java.util.List;
import java.util.stream.IntStream;

/** Rules 4.1, 4.2 and 4.4: how long a call waits on its own account. */
@AnyClient
final class BackoffTest {
  /** What a busy machine may add. */
  private static final long SLACK = 1_500;

  @ContractTest
  @Rule("4.1")
  void theLongerOfHintAndBackoffCounts(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("up"));

    subject.with("backoff=fixed:700ms,jitter=none").get(server.url()).send();

    assertThat(millis(server, 0)).isBetween(700L, 700 + SLACK);
  }

  @ContractTest
  @Rule("4.2")
  void exponentialDoublesUpToItsMaximum(Subject subject, FaultServer server) {
    for (int i = 0; i < 4; i++) {
      server.plays(Answer.unavailable("0"));
    }
    server.plays(Answer.ok("up"));

    subject.with("backoff=exponential:200ms:500ms,jitter=none").get(server.url()).send();

    assertThat(millis(server, 0)).isBetween(200L, 200 + SLACK);
    assertThat(millis(server, 1)).isBetween(400L, 400 + SLACK);
    assertThat(millis(server, 2)).isBetween(500L, 500 + SLACK);
    assertThat(millis(server, 3)).isBetween(500L, 500 + SLACK);
  }

  @ContractTest
  @Rule("4.2")
  void fastSlowIsFastForTheFirstRetriesAndThenSlow(Subject subject, FaultServer server) {
    for (int i = 0; i < 3; i++) {
      server.plays(Answer.unavailable("0"));
    }
    server.plays(Answer.ok("up"));

    subject.with("backoff=fast-slow:100ms:2s:2,jitter=none").get(server.url()).send();

    assertThat(millis(server, 0)).isBetween(100L, 100 + SLACK);
    assertThat(millis(server, 1)).isBetween(100L, 100 + SLACK);
    assertThat(millis(server, 2)).isBetween(2_000L, 2_000 + SLACK);
  }

  @ContractTest
  @Rule("4.2")
  void ofSeveralTheLongestWins(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));

    subject
        .with("backoff=fixed:600ms+exponential:200ms:20s+fast-slow:0ms:2s:1,jitter=none")
        .get(server.url())
        .send();

    assertThat(millis(server, 0)).as("fixed").isBetween(600L, 600 + SLACK);
    assertThat(millis(server, 1)).as("slow").isBetween(2_000L, 2_000 + SLACK);
  }

  @ContractTest
  @Rule("4.2")
  void aBucketSpacesTheRetriesOfAllCallsAndNoFirstAttempt(Subject subject, FaultServer server) {
    Subject configured = subject.with("backoff=bucket:0.5:1,jitter=none,max-retries=1");
    for (int i = 0; i < 4; i++) {
      server.plays(Answer.unavailable("0"));
    }

    configured.get(server.url()).send();
    configured.get(server.url()).send();

    assertThat(millis(server, 0)).as("the burst").isLessThan(SLACK);
    assertThat(millis(server, 1)).as("a first attempt").isLessThan(SLACK);
    assertThat(millis(server, 0) + millis(server, 1) + millis(server, 2))
        .as("a token in two seconds; the first retry may arrive late")
        .isGreaterThan(1_000);
  }

  @ContractTest
  @Rule("4.2")
  void noneWaitsNotAtAll(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("up"));

    subject.with("backoff=none").get(server.url()).send();

    assertThat(millis(server, 0)).isLessThan(SLACK);
  }

  @ContractTest
  @Rule("4.4")
  void equalJitterWaitsAtLeastHalf(Subject subject, FaultServer server) {
    List<Long> waits = waits(subject.with("backoff=fixed:600ms,jitter=equal"), server, 8);

    assertThat(waits).allMatch(wait -> wait >= 300 && wait <= 600 + SLACK);
    assertThat(waits).as("one of eight is not the whole delay").anyMatch(wait -> wait < 600);
  }

  @ContractTest
  @Rule("4.4")
  void fullJitterSpreadsOverTheWholeDelay(Subject subject, FaultServer server) {
    List<Long> waits = waits(subject.with("backoff=fixed:600ms,jitter=full"), server, 8);

    assertThat(waits).allMatch(wait -> wait <= 600 + SLACK);
    assertThat(waits).as("one of eight is short").anyMatch(wait -> wait < 400);
  }

  private static List<Long> waits(Subject subject, FaultServer server, int retries) {
    for (int i = 0; i < retries; i++) {
      server.plays(Answer.unavailable("0"));
    }
    server.plays(Answer.ok("up"));
    subject.get(server.url()).send();
    return IntStream.range(0, retries).mapToObj(gap -> millis(server, gap)).toList();
  }

  private static long millis(FaultServer server, int gap) {
    assertThat(server.attempts()).hasSizeGreaterThan(gap + 1);
    return MILLISECONDS.convert(server.gap(gap), NANOSECONDS);
  }
}

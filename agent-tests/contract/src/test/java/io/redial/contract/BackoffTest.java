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
import java.util.ArrayList;
import java.util.List;

/** Rules 4.1, 4.2 and 4.4: how long a call waits on its own account. */
@AnyClient
final class BackoffTest {
  @ContractTest
  @Rule("4.1")
  void theLongerOfHintAndBackoffCounts(Subject subject, FaultServer server) {
    assertThat(waits(subject.with("backoff=fixed:700ms,jitter=none"), server, 1))
        .containsExactly(700L);
  }

  @ContractTest
  @Rule("4.2")
  void exponentialDoublesUpToItsMaximum(Subject subject, FaultServer server) {
    assertThat(waits(subject.with("backoff=exponential:200ms:500ms,jitter=none"), server, 4))
        .containsExactly(200L, 400L, 500L, 500L);
  }

  @ContractTest
  @Rule("4.2")
  void fastSlowIsFastForTheFirstRetriesAndThenSlow(Subject subject, FaultServer server) {
    assertThat(waits(subject.with("backoff=fast-slow:100ms:2s:2,jitter=none"), server, 3))
        .containsExactly(100L, 100L, 2_000L);
  }

  @ContractTest
  @Rule("4.2")
  void ofSeveralTheLongestWins(Subject subject, FaultServer server) {
    String several = "backoff=fixed:600ms+exponential:200ms:20s+fast-slow:0ms:2s:1,jitter=none";

    assertThat(waits(subject.with(several), server, 2))
        .as("fixed, slow")
        .containsExactly(600L, 2_000L);
  }

  @ContractTest
  @Rule("4.2")
  void aBucketSpacesTheRetriesOfAllCallsAndNoFirstAttempt(Subject subject, FaultServer server) {
    // Alone, because every call with these options shares the bucket.
    Subject configured = subject.with("backoff=bucket:0.5:1,jitter=none,max-retries=1").alone();
    for (int i = 0; i < 4; i++) {
      server.plays(Answer.unavailable("0"));
    }

    configured.get(server.url()).send();
    configured.get(server.url()).send();

    List<Long> planned = configured.bean().plannedWaits(server.url(""));
    assertThat(planned).as("two calls with a retry each, and their ends").hasSize(4);
    assertThat(planned.get(0)).as("the burst").isZero();
    assertThat(planned.get(2)).as("a token in two seconds").isBetween(0L, 2_000L);
    assertThat(millis(server, 0) + millis(server, 1) + millis(server, 2))
        .as("the first retry may arrive late")
        .isGreaterThan(1_000);
  }

  @ContractTest
  @Rule("4.2")
  void noneWaitsNotAtAll(Subject subject, FaultServer server) {
    assertThat(waits(subject.with("backoff=none"), server, 1)).containsExactly(0L);
  }

  @ContractTest
  @Rule("4.4")
  void equalJitterWaitsAtLeastHalf(Subject subject, FaultServer server) {
    List<Long> waits = waits(subject.with("backoff=fixed:600ms,jitter=equal"), server, 4);

    assertThat(waits).allMatch(wait -> wait >= 300 && wait <= 600);
    assertThat(waits).as("one of four is not the whole delay").anyMatch(wait -> wait < 600);
  }

  @ContractTest
  @Rule("4.4")
  void fullJitterSpreadsOverTheWholeDelay(Subject subject, FaultServer server) {
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waits.addAll(waits(subject.with("backoff=fixed:600ms,jitter=full"), server, 4));
    }

    assertThat(waits).allMatch(wait -> wait <= 600);
    assertThat(waits).as("one of twelve is short").anyMatch(wait -> wait < 400);
  }

  /** The waits that were planned in a call, none of which was shorter in fact. */
  private static List<Long> waits(Subject subject, FaultServer server, int retries) {
    int before = server.attempts().size();
    for (int i = 0; i < retries; i++) {
      server.plays(Answer.unavailable("0"));
    }
    server.plays(Answer.ok("up"));
    subject.get(server.url()).start().replyKeeping(server.url(""));

    List<Long> all = subject.bean().plannedWaits(server.url(""));
    List<Long> waits = all.subList(Math.max(0, all.size() - retries - 1), all.size() - 1);
    for (int i = 0; i < waits.size(); i++) {
      assertThat(millis(server, before + i)).isGreaterThanOrEqualTo(waits.get(i));
    }
    return waits;
  }

  private static long millis(FaultServer server, int gap) {
    assertThat(server.attempts()).hasSizeGreaterThan(gap + 1);
    return MILLISECONDS.convert(server.gap(gap), NANOSECONDS);
  }
}

package io.redial.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.redial.contract.harness.AnyClient;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.subjects.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Rule 4.3: one count for all calls to a host. */
@AnyClient
final class HostBackoffTest {
  private static final int CALLS = 100;
  private static final long HALF = MILLISECONDS.toNanos(500);
  private static final String SHARED =
      "backoff=exponential:2s:5m,backoff-scope=host,jitter=none,max-waiting=none";

  @ContractTest
  @Rule("4.3")
  void aHundredCallsThatFailTogetherAreOneStep(Subject subject, FaultServer server) {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    play(server, first);
    play(server, second);
    for (int i = 0; i < CALLS; i++) {
      server.plays(Answer.ok("up"));
    }

    List<Pending> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      // By several clients: some have two connections to a host and no more.
      calls.add(subject.with(SHARED).get(server.url()).by("client-" + i / 2).start());
    }
    releaseAfter(server, CALLS, first);
    releaseAfter(server, 2 * CALLS, second);
    List<Reply> replies = calls.stream().map(Pending::reply).toList();

    // 2 s, then 4 s. Were each failure a step, the second wait alone would exceed the deadline.
    assertThat(replies).extracting(reply -> reply.get("status")).containsOnly("200");
    assertThat(replies)
        .allSatisfy(reply -> assertThat(reply.number("elapsed")).isBetween(6_000L, 25_000L));
    assertThat(server.attempts()).hasSize(3 * CALLS);
  }

  @ContractTest
  @Rule("4.3")
  void aSuccessForgetsWhatAllCallsCounted(Subject subject, FaultServer server) {
    Subject shared = subject.with("backoff=exponential:1s:5m,backoff-scope=host,jitter=none");
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));
    server.plays(Answer.unavailable("0"), Answer.ok("up"));

    shared.get(server.url()).start().replyKeeping(server.url(""));
    shared.get(server.url()).start().replyKeeping(server.url(""));

    assertThat(server.gap(1)).as("second step").isGreaterThan(SECONDS.toNanos(2));
    assertThat(shared.bean().plannedWaits(server.url("")))
        .as("two steps and the end, the first again and the end")
        .containsExactly(1_000L, 2_000L, -1L, 1_000L, -1L);
  }

  @ContractTest
  @Rule("4.3")
  void idlenessOfTwiceTheMaximumForgetsToo(Subject subject, FaultServer server) {
    Subject shared =
        subject.with("backoff=exponential:500ms:2s,backoff-scope=host,jitter=none,max-retries=2");
    for (int i = 0; i < 5; i++) {
      server.plays(Answer.unavailable("0"));
    }
    server.plays(Answer.ok("up"));

    shared.get(server.url()).start().replyKeeping(server.url(""));
    long failed = System.nanoTime();
    // Asked for again and again: what is known of the latest 200 hosts only is kept.
    await()
        .atMost(30, SECONDS)
        .pollInterval(500, MILLISECONDS)
        .until(
            () ->
                !shared.bean().plannedWaits(server.url("")).isEmpty()
                    && System.nanoTime() - failed > SECONDS.toNanos(4));
    shared.get(server.url()).start().replyKeeping(server.url(""));

    assertThat(server.gap(1)).as("second step").isGreaterThan(SECONDS.toNanos(1));
    assertThat(server.gap(3)).as("first again").isGreaterThan(HALF);
    assertThat(shared.bean().plannedWaits(server.url("")))
        .as("the second step and the end, the first again, the second again, and the end")
        .containsExactly(1_000L, -1L, 500L, 1_000L, -1L);
  }

  @ContractTest
  @Rule("4.3")
  void withoutTheOptionEachCallCountsForItself(Subject subject, FaultServer server) {
    Subject own = subject.with("backoff=exponential:1s:5m,jitter=none,max-retries=1");
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"));
    server.plays(Answer.unavailable("0"), Answer.ok("up"));

    own.get(server.url()).start().replyKeeping(server.url(""));
    own.get(server.url()).start().replyKeeping(server.url(""));

    assertThat(own.bean().plannedWaits(server.url(""))).containsExactly(1_000L, -1L, 1_000L, -1L);
  }

  private static void play(FaultServer server, CountDownLatch signal) {
    for (int i = 0; i < CALLS; i++) {
      server.plays(Steps.after(signal, Answer.unavailable("0")));
    }
  }

  private static void releaseAfter(FaultServer server, int attempts, CountDownLatch signal) {
    await().atMost(30, SECONDS).until(() -> server.attempts().size() >= attempts);
    signal.countDown();
  }
}

package io.redial.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.subjects.Reply;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Rule 8 for pooled connections: none is held during a wait. */
final class PoolTest {
  private static final Answer BUSY = Answer.ok("x".repeat(100));

  @ContractTest(slice = true)
  @Rule({"8.1", "4.6"})
  @Needs(Feature.POOL)
  void aWaitHoldsNoConnection(Subject subject, FaultServer server) {
    server.plays(
        Answer.unavailable("3").body("x".repeat(500)), Answer.ok("meanwhile"), Answer.ok("up"));

    Pending waiting = single(subject.get(server.url()), server).start();
    Eventually.until(() -> server.attempts().size() == 1);
    Reply other = single(subject.get(server.url()), server).send();

    assertThat(other.get("body.text")).isEqualTo("meanwhile");
    assertThat(other.number("elapsed")).isLessThan(2_500);
    assertThat(waiting.reply().get("body.text")).isEqualTo("up");
    assertThat(server.connections()).isEqualTo(1);
  }

  @ContractTest
  @Rule("8.1")
  @Needs(Feature.POOL)
  void aBodyThatIsTooLongToReadHoldsNoConnectionEither(Subject subject, FaultServer server) {
    server.plays(Steps.endless(Answer.unavailable("3")), Answer.ok("meanwhile"), Answer.ok("up"));

    Pending waiting = single(subject.get(server.url()), server).start();
    Eventually.until(() -> server.attempts().size() == 1);
    Reply other = single(subject.get(server.url()), server).send();

    assertThat(other.get("body.text")).isEqualTo("meanwhile");
    assertThat(other.number("elapsed")).isLessThan(2_500);
    assertThat(waiting.reply().get("body.text")).isEqualTo("up");
  }

  @ContractTest
  @Rule({"1.5", "8.3"})
  @Needs(Feature.POOL)
  void aConnectionThatIsDroppedIsNobodyElses(Subject subject) {
    Answer busy = Answer.unavailable("1");
    for (Answer first : List.of(busy, busy.body("later"), busy.body("x".repeat(20_000)))) {
      CountDownLatch signal = new CountDownLatch(1);
      try (FaultServer server = new FaultServer()) {
        server.plays(Steps.after(signal, first), Answer.ok("other"), Answer.ok("up"));
        Pending post = single(subject.post(server.url()), server).start();
        Eventually.until(() -> server.attempts().size() == 1);
        Pending other = single(subject.get(server.url()), server).start();
        // It has to wait for the only connection by then.
        await().during(300, MILLISECONDS).atMost(20, SECONDS).until(() -> !other.done());
        signal.countDown();

        assertThat(other.reply().get("body.text")).as("%s", other.reply()).isEqualTo("other");
        assertThat(post.reply().get("body.text")).as("%s", post.reply()).isEqualTo("up");
      }
    }
  }

  @ContractTest
  @Rule({"2.10", "5.3"})
  @Needs({Feature.POOL, Feature.REDIRECTS, Feature.BLOCKING})
  void anAttemptWhoseTimeRanOutWhileItWaitedForAConnectionEnds(Subject subject) {
    Subject hasty = subject.with("per-try-timeout=800ms");
    try (FaultServer target = new FaultServer().plays(Steps.drip(BUSY, 5, 500), Steps.hang());
        FaultServer server = new FaultServer().plays(redirectTo(target.url()))) {
      Pending first = single(hasty.get(target.url()), server).followingRedirects().start();
      Eventually.until(() -> target.attempts().size() == 1);
      Sending redirected = single(hasty.get(server.url()), server).followingRedirects();
      Reply reply = redirected.set("lease-timeout", 20_000).send();

      assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
      assertThat(reply.number("elapsed")).isLessThan(15_000);
      assertThat(first.reply().get("status")).isEqualTo("200");
    }
  }

  private static Answer redirectTo(String url) {
    return Answer.of(302).header("Location", url);
  }

  @ContractTest
  @Rule("2.10")
  @Needs({Feature.POOL, Feature.LEASE_TIMEOUT})
  void waitingForAConnectionIsNotRetried(Subject subject, FaultServer server) {
    server.plays(Steps.hang(), Answer.ok("late"));
    Subject eager = subject.with("profile=resilient,backoff=none");

    Pending first = single(eager.get(server.url()), server).start();
    Eventually.until(() -> server.attempts().size() == 1);
    Reply other = single(eager.get(server.url()), server).set("lease-timeout", 500).send();

    assertThat(other.classes("thrown")).as("%s", other).isNotEmpty();
    assertThat(other.number("elapsed")).isLessThan(1_400);
    server.close();
    first.reply();
  }

  @ContractTest
  @Rule({"2.10", "5.1"})
  @Needs({Feature.POOL, Feature.LEASE_TIMEOUT, Feature.BLOCKING})
  void waitingForAConnectionIsNoPartOfAnAttempt(Subject subject, FaultServer server) {
    server.plays(Steps.drip(Answer.ok("x".repeat(100)), 5, 1_000), Answer.ok("second"));
    Subject hasty = subject.with("per-try-timeout=3s,backoff=none");

    Pending first = single(hasty.get(server.url()), server).start();
    Eventually.until(() -> server.attempts().size() == 1);
    Reply other = single(hasty.get(server.url()), server).set("lease-timeout", 20_000).send();

    assertThat(other.get("body.text")).as("%s", other).isEqualTo("second");
    assertThat(first.reply().number("body.length")).isEqualTo(100);
    assertThat(server.attempts()).hasSize(2);
  }

  private static Sending single(Sending sending, FaultServer server) {
    return sending.by("single " + server.url()).set("pool", 1);
  }
}

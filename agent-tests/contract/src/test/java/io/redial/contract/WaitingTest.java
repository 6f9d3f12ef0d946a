package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AnyClient;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.CrowdServer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.sampling.Sampling;
import io.redial.subjects.Probe;
import io.redial.subjects.Reply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Rules 4.6 and 4.7: what a wait costs, and how many there may be. */
@Tag("programs")
@AnyClient
final class WaitingTest {
  private static final int TOGETHER = 8;

  @ContractTest
  @Rule("4.6")
  @Needs({Feature.FUTURE, Feature.JAVA_NET_HTTP})
  @ResourceLock("sockets") // Not for several JDKs at once.
  void tenThousandWaitingCallsHoldNoThread(Subject subject) {
    int calls = 10_000;
    // On two cores or fewer the JDK itself starts a thread for each of its responses.
    Subject alone =
        subject
            .with("deadline=5m,log=none")
            .jvmArgs("-Djava.util.concurrent.ForkJoinPool.common.parallelism=2")
            .alone();
    try (CrowdServer server = new CrowdServer()) {
      Map<String, String> outcome =
          alone.run(
              "io.redial.subjects.jdk.JdkCrowd",
              Map.of("url", server.url(), "calls", Integer.toString(calls)));

      assertThat(outcome).containsEntry("outcome.200", Integer.toString(calls));
      assertThat(server.counts()).isEqualTo(Map.of(2, calls + 1L));
      assertThat(Integer.parseInt(outcome.get("samples"))).isPositive();
      assertThat(Integer.parseInt(outcome.get("held"))).isLessThan(10);
    }
  }

  @ContractTest
  @Rule("4.6")
  @Needs(Feature.BLOCKING)
  void aWaitingThreadHoldsNoLock(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("60"), Answer.ok("up"));
    Subject alone = subject.with("deadline=5m").alone();

    Pending call = alone.get(server.url()).start();
    Eventually.until(() -> caller(alone).contains("TIMED_WAITING"));

    assertThat(caller(alone)).contains("TIMED_WAITING").endsWith("locks 0");
    assertThat(alone.bean().retryNow("*")).isEqualTo(1);
    assertThat(call.reply().get("status")).isEqualTo("200");
  }

  /** The state and stack of the thread that makes the call; empty while there is none. */
  private static String caller(Subject subject) {
    String dump = subject.run(Probe.class, Map.of("what", "dump")).get("dump");
    return Stream.of(dump.split("\n\n", -1))
        .filter(
            thread -> thread.contains("SendScenario") && thread.contains("io.redial.call.Wait."))
        .findFirst()
        .orElse("");
  }

  @ContractTest(from = 21, slice = true)
  @Rule("4.6")
  @Needs({Feature.BLOCKING, Feature.JAVA_NET_HTTP})
  void aWaitDoesNotPinAVirtualThread(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("1"), Answer.ok("up"));

    Map<String, String> outcome =
        subject.run("io.redial.subjects.jdk.JdkVirtual", Map.of("url", server.url()));

    assertThat(outcome)
        .containsEntry("virtual", "true")
        .containsEntry("status", "200")
        .containsEntry("waited", "true")
        .containsEntry("pinned", "0");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule("4.6")
  void otherCallsOfTheSameClientGoOnMeanwhile(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("3"), Answer.ok("meanwhile"), Answer.ok("up"));

    Pending waiting = subject.get(server.url()).by("shared").start();
    Eventually.until(() -> server.attempts().size() == 1);
    Reply other = subject.get(server.url()).by("shared").send();

    assertThat(other.get("body.text")).isEqualTo("meanwhile");
    assertThat(waiting.done()).isFalse();
    assertThat(waiting.reply().get("body.text")).isEqualTo("up");
  }

  @ContractTest
  @Rule("4.7")
  @Needs(Feature.BLOCKING)
  void oneThreadMoreThanMayWaitIsNotParked(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("3"), Answer.unavailable("3").body("no seat"), Answer.ok("up"));
    Subject alone = subject.with("max-waiting=1").alone();

    Pending seated = alone.get(server.url()).start();
    Eventually.until(() -> alone.bean().waiting() == 1);
    Reply standing = alone.get(server.url()).send();

    assertThat(standing.get("status")).isEqualTo("503");
    assertThat(standing.get("body.text")).isEqualTo("no seat");
    assertThat(alone.bean().refusals("max-waiting")).isEqualTo(1);
    assertThat(seated.reply().get("status")).isEqualTo("200");
  }

  @ContractTest(slice = true)
  @Tag(Sampling.ALWAYS)
  @Rule("4.7")
  @Needs(Feature.BLOCKING)
  void aProcessThatServesKeepsMostOfAPoolForOtherWork(Subject subject, FaultServer server) {
    Subject alone = subject.alone();
    List<String> whileNobodyIsServed = callsThatFailTogether(alone, server);
    alone.run(Probe.class, Map.of("what", "serve"));
    List<String> whileItServes = callsThatFailTogether(alone, server);

    assertThat(whileNobodyIsServed).containsOnly("200");
    int waited = Collections.frequency(whileItServes, "200");
    assertThat(waited).isBetween(1, TOGETHER / 2);
    assertThat(Collections.frequency(whileItServes, "503")).isEqualTo(TOGETHER - waited);
    assertThat(alone.bean().refusals("max-waiting")).isEqualTo(TOGETHER - waited);
    assertThat(alone.bean().attributes()).containsEntry("MaxWaitingShare", "true");
  }

  @ContractTest
  @Rule("4.7")
  @Needs(Feature.BLOCKING)
  void shortWaitsOfAServiceAreNotRefused(Subject subject, FaultServer server) {
    Subject alone = subject.with("backoff=fixed:100ms,jitter=none").alone();
    alone.run(Probe.class, Map.of("what", "serve"));

    assertThat(statuses(alone, server, Answer.unavailable("0"))).containsOnly("200");
  }

  private static List<String> callsThatFailTogether(Subject subject, FaultServer server) {
    return statuses(subject, server, Answer.unavailable("1"));
  }

  /** Makes eight calls on a pool's threads, whose first attempts all fail at the same moment. */
  private static List<String> statuses(Subject subject, FaultServer server, Answer failure) {
    int before = server.attempts().size();
    CountDownLatch together = new CountDownLatch(1);
    List<Pending> calls = new ArrayList<>();
    for (int i = 0; i < TOGETHER; i++) {
      server.plays(Steps.after(together, failure));
    }
    for (int i = 0; i < TOGETHER; i++) {
      server.plays(Answer.ok("up"));
      calls.add(subject.get(server.url()).set("pool", TOGETHER).start());
    }
    Eventually.until(() -> server.attempts().size() == before + TOGETHER);
    together.countDown();
    return calls.stream().map(call -> call.reply().get("status")).collect(Collectors.toList());
  }

  @ContractTest(from = 21, slice = true)
  @Rule("4.7")
  @Needs({Feature.BLOCKING, Feature.JAVA_NET_HTTP})
  void aVirtualThreadNeedsNoSeat(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("up"));

    Map<String, String> outcome =
        subject
            .with("max-waiting=0")
            .run("io.redial.subjects.jdk.JdkVirtual", Map.of("url", server.url()));

    assertThat(outcome).containsEntry("virtual", "true").containsEntry("status", "200");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule("4.7")
  @Needs(Feature.FUTURE)
  void callsThatHoldNoThreadNeedNoSeat(Subject subject, FaultServer server) {
    CountDownLatch together = new CountDownLatch(1);
    int calls = 5;
    for (int i = 0; i < calls; i++) {
      server.plays(Steps.after(together, Answer.unavailable("1")));
    }
    for (int i = 0; i < calls; i++) {
      server.plays(Answer.ok("up"));
    }
    Subject narrow = subject.with("max-waiting=1");

    Pending[] pending = new Pending[calls];
    for (int i = 0; i < calls; i++) {
      pending[i] = narrow.get(server.url()).start();
    }
    Eventually.until(() -> server.attempts().size() == calls);
    together.countDown();

    for (Pending call : pending) {
      assertThat(call.reply().get("status")).isEqualTo("200");
    }
  }
}

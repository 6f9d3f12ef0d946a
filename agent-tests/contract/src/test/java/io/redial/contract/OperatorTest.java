package io.redial.contract;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.redial.contract.harness.AnyClient;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.RedialBean;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;

/** Rules 11.1 and 11.4: what an operator can switch and see. */
@Tag("programs")
@AnyClient
final class OperatorTest {

  @ContractTest
  @Rule("11.1")
  void disabledFromTheStartItDoesNothing(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("late"));

    assertThat(subject.with("enabled=false").get(server.url()).send().get("status"))
        .isEqualTo("503");
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule({"11.1", "11.4"})
  void itIsSwitchedOffAndOnWhileTheProgramRuns(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));
    Subject alone = subject.alone();

    alone.bean().enable(false);
    assertThat(alone.get(server.url()).send().get("status")).isEqualTo("503");
    alone.bean().enable(true);
    assertThat(alone.get(server.url()).send().get("status")).isEqualTo("200");
    assertThat(server.attempts()).hasSize(3);
  }

  @ContractTest
  @Rule({"11.1", "11.4"})
  void aDryRunDecidesCountsAndLogsAndSendsNothing(Subject subject, FaultServer server) {
    Subject alone = subject.with("mode=observe").alone();

    server.plays(Answer.unavailable("0"), Answer.unavailable("60"));
    assertThat(alone.get(server.url()).send().get("status")).isEqualTo("503");
    assertThat(alone.get(server.url()).send().get("status")).isEqualTo("503");

    assertThat(server.attempts()).hasSize(2);
    countsRefusals(alone, "observe", 1); // It would have been retried.
    countsRefusals(alone, "deadline", 1); // It would not.
    assertThat(alone.bean().attributes())
        .noneSatisfy((name, value) -> assertThat(name).startsWith("Retries."))
        .containsEntry("Forecasts.retry-after", "1")
        .containsEntry("ForecastsByHost." + server.url("") + ".retry-after", "1");
    assertThat(alone.process().stderr()).containsOnlyOnce("would have been retried");
  }

  @ContractTest
  @Rule({"11.1", "11.3"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aDryRunShowsTheWaitAndTheReason(Subject subject, FaultServer server) {
    Subject alone = subject.with("mode=observe,jitter=none,log-level=debug").alone();
    server.plays(Answer.unavailable("3"));

    alone.get(server.url()).send();
    countsRefusals(alone, "observe", 1);

    assertThat(alone.bean().result("attempts", "*").toString())
        .contains("reason=retry-after", "notRetried=observe", "waitMillis=3000");
    assertThat(alone.process().stderr())
        .contains("503 would have been retried (retry-after) in 3000 ms")
        .contains("ended with 503; not retried: observe (retry-after, planned in 3000 ms)");
  }

  @ContractTest
  @Rule({"11.1", "11.4", "2.2"})
  @Needs(Feature.FAILS_FUTURES)
  void aDryRunCountsALostConnection(Subject subject, FaultServer server) {
    Subject configured = subject.with("mode=observe,max-error-retries=0");
    server.plays(Steps.reset());

    configured.put(server.url()).send();

    assertThat(server.attempts()).hasSize(1);
    countsRefusals(configured, "max-retries", 1);
  }

  @ContractTest
  @Rule({"11.1", "11.4", "2.2"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aDryRunCountsABodyThatBrokeOff(Subject subject, FaultServer server) {
    Subject configured = subject.with("mode=observe");
    server.plays(Steps.halfBody(Answer.ok("only half of it")));

    configured.put(server.url()).body(BodyKind.STREAM, 5_000).send();

    assertThat(server.attempts()).hasSize(1);
    countsRefusals(configured, "observe", 1);
  }

  @ContractTest
  @Rule({"11.1", "11.4"})
  void aShareOfTheCallsIsRetriedAndTheOthersAreCounted(Subject subject, FaultServer server) {
    String once = ",max-retries=1,jitter=none,backoff=none,attempt-header=X-Attempt";
    Subject configured = subject.with("rollout=50%" + once);
    int calls = 200;
    // To every attempt of a call the same, and to one that a client sends again by itself.
    server.plays(Collections.nCopies(4 * calls, Answer.unavailable("0")).toArray(new Step[0]));
    for (int i = 0; i < calls; i++) {
      configured.get(server.url()).send();
    }

    List<String> numbers = server.attempts().stream().map(a -> a.header("X-Attempt")).toList();
    int retried = Collections.frequency(numbers, "2");
    // Five standard deviations of so many tosses of a coin.
    assertThat(retried).isBetween(65, 135);
    assertThat(numbers).containsOnly(null, "1", "2");
    if (subject.can(Feature.SENT_ONCE)) {
      assertThat(numbers).hasSize(calls + retried);
    }
    assertThat(configured.bean().retries("retry-after")).isEqualTo(retried);
    assertThat(configured.bean().refusals("max-retries")).isEqualTo(retried);
    countsRefusals(configured, "rollout", calls - retried);
  }

  /** Soon: the Apache clients wake the caller of a passive call before they call back. */
  private static void countsRefusals(Subject alone, String reason, long count) {
    Eventually.until(() -> alone.bean().refusals(reason) >= count);
    assertThat(alone.bean().refusals(reason)).isEqualTo(count);
  }

  @ContractTest
  @Rule("11.1")
  void aShareOfNothingIsNever(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"));
    Subject configured = subject.with("rollout=0%");

    assertThat(configured.get(server.url()).send().get("status")).isEqualTo("503");
    assertThat(server.attempts()).hasSize(1);
    countsRefusals(configured, "rollout", 1);
  }

  @ContractTest
  @Rule({"7.3", "11.1"})
  void aCallThatIsNotToBeRetriedIsSentAsWithoutTheAgent(Subject subject, FaultServer server) {
    String limits = ",per-try-timeout=300ms,rate-limit=bucket:0.001:1,deadline=none";
    // Without that header, as the client's first call is, a call would be limited.
    for (String leaves :
        List.of("mode=observe" + limits, "rollout=0%" + limits, "defer-to=X-Mine")) {
      Subject left = subject.with("attempt-header=X-Attempt,if-ready=true," + leaves);
      CountDownLatch signal = new CountDownLatch(1);
      server.plays(Answer.ok("first"), Steps.after(signal, Answer.ok("second")));
      int before = server.attempts().size();

      left.get(server.url()).header("X-Mine", "1").send();
      Pending late = left.get(server.url()).header("X-Mine", "1").start();
      Eventually.until(() -> server.attempts().size() == before + 2);
      // Three times what an attempt may take, where it is limited.
      await().during(900, MILLISECONDS).atMost(20, SECONDS).until(() -> !late.done());
      signal.countDown();

      assertThat(late.reply().get("body.text")).as(leaves).isEqualTo("second");
    }
    assertThat(server.attempts())
        .hasSize(6)
        .allSatisfy(
            attempt -> {
              assertThat(attempt.header("X-Attempt")).isNull();
              assertThat(attempt.header("X-Kubernetes-If-Ready")).isNull();
            });
  }

  @ContractTest
  void nothingSecretOfAUrlIsLogged(Subject subject, FaultServer server) {
    Subject alone = subject.with("log-level=trace").alone();
    String url = server.url("/orders?token=s3cr3t");
    if (subject.can(Feature.USER_INFO)) {
      url = url.replace("://", "://us3r:passw0rd@");
    }
    server.plays(Answer.unavailable("0"), Steps.reset(), Answer.ok("up"), Answer.unavailable("60"));

    alone.put(url).send();
    alone.put(url).send();

    assertThat(alone.process().stderr())
        .contains("PUT " + server.url("/orders") + ": attempt 1 ended with 503")
        .contains("PUT " + server.url("/orders") + ": 200 after 3 attempts")
        .doesNotContain("s3cr3t", "us3r", "passw0rd");
  }

  @ContractTest
  void outcomesAreLoggedAtInfoTenTimesASecondAtMost(Subject subject, FaultServer server) {
    Subject alone = subject.with("max-retries=1,jitter=none,backoff=none").alone();
    int calls = 60;
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      server.plays(Answer.unavailable("0"), Answer.ok("up"));
      alone.get(server.url()).send();
    }
    long seconds = (System.nanoTime() - start) / 1_000_000_000 + 2;

    long lines =
        alone.process().stderr().lines().filter(l -> l.contains("after 2 attempts")).count();
    assertThat(lines).isBetween(10L, 10 * seconds);
  }

  @ContractTest
  @Rule("11.4")
  void retriesAreCountedByReason(Subject subject, FaultServer server) {
    server.plays(
        Answer.unavailable("0"),
        Answer.unavailable("0"),
        Answer.ok("1"),
        Steps.reset(),
        Answer.ok("2"),
        Answer.of(500),
        Answer.ok("3"));
    Subject configured = subject.with("retry-on=retry-after+connection-error+500,backoff=none");

    for (int i = 0; i < 3; i++) {
      assertThat(configured.put(server.url()).send().get("status")).isEqualTo("200");
    }

    RedialBean bean = configured.bean();
    assertThat(bean.retries("retry-after")).isEqualTo(2);
    assertThat(bean.retries("connection-error")).isEqualTo(1);
    assertThat(bean.retries("status")).isEqualTo(1);
  }

  @ContractTest
  @Rule("11.4")
  void retriesThatWereNotMadeAreCountedByReason(Subject subject, FaultServer server) {
    Subject configured =
        subject.with("max-retries=1,deadline=10s,replay-buffer=64KiB,backoff=none");
    RedialBean bean = configured.bean();

    server.plays(Steps.reset());
    configured.post(server.url()).send();
    assertThat(bean.refusals("method")).isEqualTo(1);

    server.plays(Answer.of(503));
    configured.get(server.url()).send();
    assertThat(bean.refusals("no-hint")).isEqualTo(1);

    server.plays(Answer.unavailable("0"));
    configured.post(server.url()).body(BodyKind.STREAM, 2_000_000).send();
    assertThat(bean.refusals("body")).isEqualTo(1);

    server.plays(Answer.unavailable("60"));
    configured.get(server.url()).send();
    assertThat(bean.refusals("deadline")).isEqualTo(1);

    server.plays(Answer.unavailable("0"), Answer.unavailable("0"));
    configured.get(server.url()).send();
    assertThat(bean.refusals("max-retries")).isEqualTo(1);

    server.plays(Answer.unavailable("0").header("x-should-retry", "false"));
    configured.get(server.url()).send();
    assertThat(bean.refusals("veto")).isEqualTo(1);
  }

  @ContractTest
  @Rule("11.4")
  void retriesAreCountedByHost(Subject subject, FaultServer one, FaultServer other) {
    one.plays(Answer.unavailable("0"), Answer.ok("up"));
    other.plays(Answer.of(503));
    Subject alone = subject.alone();

    alone.get(one.url()).send();
    alone.get(other.url()).send();

    assertThat(alone.bean().attributes())
        .containsEntry("RetriesByHost." + one.url("") + ".retry-after", "1")
        .containsEntry("RefusalsByHost." + other.url("") + ".no-hint", "1");
  }

  @ContractTest
  @Rule("11.4")
  @Needs(Feature.JAVA_NET_HTTP)
  void savedAndFailedCallsAreCountedByHostAndRoute(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("up"), Answer.ok("up"), Answer.of(503));
    Subject alone = subject.alone();
    for (int i = 0; i < 3; i++) {
      alone.get(server.url()).send();
    }

    assertThat(alone.bean().attributes())
        .containsEntry("Saved", "1")
        .containsEntry("Failed", "1")
        .containsEntry("SavedByHost." + server.url("") + ".-", "1")
        .containsEntry("FailedByHost." + server.url("") + ".-", "1");
  }

  @ContractTest
  @Rule("11.4")
  void retriesAndRefusalsAreLoggedWithTheirReason(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("up"), Answer.unavailable("60"));
    Subject alone = subject.with("log-level=debug").alone();

    alone.get(server.url()).send();
    alone.get(server.url()).send();

    assertThat(alone.process().stderr()).contains("retry-after").contains("deadline");
  }
}

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
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Rules 11.2, 11.3, 11.5 and 11.6: what somebody on call sees of a call, and does about it. */
@Tag("programs")
@AnyClient
final class OnCallTest {

  private static Pending waiting(Subject alone, String url) {
    Pending call = alone.get(url).start();
    Eventually.until(() -> alone.bean().waiting() == 1);
    return call;
  }

  @ContractTest
  @Rule({"11.2", "11.5"})
  void aWaitIsListedAndEndedByItsNumber(Subject subject, FaultServer server) {
    Subject alone = subject.with("deadline=none").alone();
    server.plays(Answer.unavailable("600").body("not yet"));
    Pending call = waiting(alone, server.url("/items?token=s3cr3t"));

    Map<String, String> seen = alone.bean().attributes();
    String number = seen.get("WaitingCalls.0.call");
    assertThat(seen.get("WaitingCalls.0.host")).isEqualTo(server.url(""));
    assertThat(seen.get("WaitingCalls.0.request")).isEqualTo("GET " + server.url("/items"));
    assertThat(seen.get("WaitingCalls.0.reason")).isEqualTo("retry-after");
    assertThat(seen.get("WaitingCalls.0.attempts")).isEqualTo("1");
    assertThat(Long.parseLong(seen.get("WaitingCalls.0.leftMillis"))).isBetween(1L, 606_000L);
    assertThat(seen.get("WaitingByHost." + server.url(""))).isEqualTo("1");
    assertThat(alone.bean().result("cancelWaiting", number).get("result")).isEqualTo("1");

    assertThat(call.reply().get("status")).isEqualTo("503");
    Eventually.until(() -> alone.process().stderr().contains("503 after 1 attempt in"));
    assertThat(alone.process().stderr())
        .contains("1 wait (call " + number + ") cancelled by an operator")
        .containsPattern(
            "\\[call "
                + number
                + "] GET .*: 503 after 1 attempt in \\d+ ms; not retried: cancelled");
  }

  @ContractTest
  @Rule({"11.5", "2.2"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aDebugLineSaysWhyAFailureIsNotRetried(Subject subject, FaultServer server) {
    Subject alone = subject.with("log-level=debug,retry-on=retry-after").alone();
    server.plays(Collections.nCopies(5, Steps.reset()).toArray(new Step[0]));

    alone.get(server.url()).send();

    Eventually.until(
        () ->
            alone
                .process()
                .stderr()
                .contains("not retried: retry-on does not have connection-error"));
  }

  @ContractTest
  @Rule("11.2")
  void whatDoesNotWaitIsAnErrorThatNamesWhatIsKnown(Subject subject, FaultServer server) {
    Subject alone = subject.with("deadline=none").alone();
    server.plays(Answer.unavailable("600"), Answer.ok("up"));
    Pending call = waiting(alone, server.url());
    String host = server.url("");
    String bare = host.substring(host.indexOf("://") + 3);

    assertThat(alone.bean().result("retryNow", bare).get("refused"))
        .startsWith("no call to " + bare + " was seen; known: " + host);
    assertThat(alone.bean().result("retryNow", "999999").get("refused"))
        .startsWith("call 999999 does not wait; known: ");
    assertThat(alone.bean().waiting()).isEqualTo(1);

    assertThat(alone.bean().retryNow(host)).isEqualTo(1);
    assertThat(call.reply().get("status")).isEqualTo("200");
    assertThat(alone.bean().retryNow(host)).as("nothing waits for a host that is known").isZero();
  }

  @ContractTest
  @Rule("11.3")
  void theAttemptsOfACallAndOfAHostAreKept(Subject subject, FaultServer server) {
    Subject alone = subject.with("jitter=none,backoff=none,max-retries=7").alone();
    server.plays(Answer.unavailable("0"), Steps.reset(), Answer.ok("up"), Answer.ok("again"));
    long before = Long.parseLong(alone.bean().attributes().get("Calls"));
    alone.put(server.url()).send();
    alone.get(server.url()).send();

    for (String which : new String[] {"*", server.url(""), "1"}) {
      Map<String, String> attempts = alone.bean().result("attempts", which);
      assertThat(attempts.get("result.0.outcome")).as(which).isEqualTo("503");
      assertThat(attempts.get("result.0.reason")).isEqualTo("retry-after");
      assertThat(attempts.get("result.0.attempt")).isEqualTo("1");
      assertThat(attempts.get("result.0.time")).endsWith("Z");
      assertThat(attempts.get("result.1.outcome")).contains("Exception");
      assertThat(attempts.get("result.1.reason")).isEqualTo("connection-error");
      assertThat(attempts.get("result.2.outcome")).isEqualTo("200");
      assertThat(attempts.get("result.2.waitMillis")).isEqualTo("-1");
      assertThat(attempts).as("a call that succeeds leaves nothing").doesNotContainKey("result.3");
    }
    assertThat(alone.bean().attributes().get("Calls")).isEqualTo(Long.toString(before + 2));
  }

  @ContractTest
  @Rule({"11.5", "11.6"})
  void anOptionIsSetWhileTheProgramRunsAndEnded(Subject subject, FaultServer server) {
    Subject alone = subject.with("max-retries=3,jitter=none,backoff=none").alone();
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));

    assertThat(alone.bean().result("set", "max-retries", "0", "10m").get("result"))
        .startsWith("max-retries 3 -> 0 for 10m, until ");
    assertThat(alone.get(server.url()).send().get("status")).isEqualTo("503");
    assertThat(alone.bean().result("unset", "max-retries").get("result"))
        .isEqualTo("max-retries=3");
    assertThat(alone.get(server.url()).send().get("status")).isEqualTo("200");

    assertThat(server.attempts()).hasSize(3);
    assertThat(alone.bean().result("set", "max-retrys", "0", "").get("refused"))
        .isEqualTo("unknown option max-retrys (run time); did you mean max-retries?");
    assertThat(alone.process().stderr())
        .contains("max-retries 3 -> 0 for 10m by an operator", "max-retries=3 again");
  }

  @ContractTest
  @Rule("11.5")
  void whatWasSetForSomeTimeEndsByItself(Subject subject, FaultServer server) {
    Subject alone = subject.with("jitter=none,backoff=none").alone();
    alone.bean().result("set", "enabled", "false", "200ms");

    Eventually.until(() -> "true".equals(alone.bean().attributes().get("Enabled")));
    server.plays(Answer.unavailable("0"), Answer.ok("up"));

    assertThat(alone.get(server.url()).send().get("status")).isEqualTo("200");
    assertThat(alone.process().stderr()).contains("enabled=false has ended: now true");
  }
}

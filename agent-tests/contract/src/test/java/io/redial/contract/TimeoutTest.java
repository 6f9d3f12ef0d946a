package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.DeafServer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.time.Duration;
import java.util.Collections;

/** Rules 2.5 and 5.3: timeouts that are retried, and those that bound the call. */
final class TimeoutTest {
  private static final String TIMEOUTS = "retry-on=retry-after+timeout,backoff=none";

  @ContractTest
  @Rule("2.5")
  void anAttemptThatTakesTooLongIsRetriedIfTheOptionSaysSo(Subject subject, FaultServer server) {
    server.plays(Steps.hang(), Answer.ok("quick"));

    Reply reply = subject.with(TIMEOUTS).with("per-try-timeout=800ms").get(server.url()).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(server.attempts()).hasSize(2);
    // Where the timeout cancels the attempt, what the client forgets of what it cancels stays.
    if (subject.can(Feature.TIMEOUT_DROPS) && subject.can(Feature.CANCEL_ALWAYS_DROPS)) {
      server.attempts().get(0).awaitDropped();
    }
  }

  @ContractTest
  @Rule({"2.5", "5.3"})
  void anAttemptThatTakesTooLongEndsAsTheClientsTimeoutsDo(Subject subject, FaultServer server) {
    server.plays(Steps.hang());

    Reply reply = subject.with("per-try-timeout=800ms").get(server.url()).send();

    assertThat(reply.classes("thrown")).first().isEqualTo(subject.client().timeoutException());
    assertThat(reply.number("elapsed")).isBetween(800L, 3000L);
    assertThat(reply.get("callback.thread")).isNotEqualTo("redial-timer");
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule({"2.5", "2.8"})
  void aPostThatTakesTooLongIsSentOnce(Subject subject, FaultServer server) {
    server.plays(Steps.hang(), Answer.ok("late"));

    Reply reply = subject.with(TIMEOUTS).with("per-try-timeout=800ms").post(server.url()).send();

    assertThat(reply.classes("thrown")).isNotEmpty();
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("2.5")
  void aConnectionThatTakesTooLongIsRetriedIfTheOptionSaysSo(Subject subject) {
    try (DeafServer server = new DeafServer()) {
      Subject configured = subject.with(TIMEOUTS).with("max-error-retries=2");

      Reply reply = configured.get(server.url()).connectTimeout(Duration.ofMillis(300)).send();

      assertThat(reply.classes("thrown")).isNotEmpty();
      assertThat(configured.bean().retries("timeout")).isEqualTo(2);
    }
  }

  @ContractTest
  @Rule({"2.5", "5.3"})
  void anAttemptThatGetsNoConnectionEndsInItsTimeToo(Subject subject) {
    try (DeafServer server = new DeafServer()) {
      Subject hasty = subject.with(TIMEOUTS).with("per-try-timeout=300ms,max-error-retries=2");

      Reply reply = hasty.get(server.url()).send();

      assertThat(reply.classes("thrown"))
          .first()
          .isIn(subject.client().timeoutException(), "java.net.http.HttpConnectTimeoutException");
      assertThat(reply.suppressed("thrown")).as("%s", reply).hasSize(2);
      assertThat(reply.number("elapsed")).isBetween(900L, 10_000L);
    }
  }

  @ContractTest(slice = true)
  @Rule({"1.3", "2.5"})
  void aBodyMayTakeLongerThanItsAttemptHasForTheHead(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Steps.drip(Answer.ok("x".repeat(100)), 5, 300));

    Reply reply = subject.with(TIMEOUTS).with("per-try-timeout=800ms").get(server.url()).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.get("body.text")).isEqualTo("x".repeat(100));
    assertThat(server.attempts()).hasSize(2);
  }

  /** Up to Java 21, the client then forgets its own timer (JDK-8304701). */
  @ContractTest
  @Rule({"1.5", "2.5"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.REDIRECTS})
  void aTimeoutOfAnAttemptEndsNoBodyOfARequestSentAgain(
      Subject subject, FaultServer server, @Each SentAgain after) {
    server.plays(after.answer(), dripping());

    Reply reply = after.prepared(subject.with("per-try-timeout=800ms").get(server.url())).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("x".repeat(100));
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest(to = 25)
  @Rule({"1.5", "5.3"})
  @Needs({Feature.TOTAL_TIMEOUT, Feature.REDIRECTS})
  void whatIsLeftForARetryEndsNoBodyOfARequestSentAgain(
      Subject subject, FaultServer server, @Each SentAgain after) {
    server.plays(Answer.unavailable("0"), after.answer(), dripping());

    Reply reply =
        after.prepared(subject.get(server.url()).timeout(Duration.ofMillis(1_200))).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("x".repeat(100));
    assertThat(server.attempts()).hasSize(3);
  }

  /** After which answers a client sends a request again by itself. */
  private enum SentAgain {
    REDIRECT,
    LOGIN;

    Step answer() {
      return this == REDIRECT
          ? Answer.of(302).header("Location", "/new")
          : Answer.of(401).header("WWW-Authenticate", "Basic realm=\"here\"");
    }

    Sending prepared(Sending get) {
      return this == REDIRECT ? get.followingRedirects() : get.set("user", "anna");
    }
  }

  /** A body that takes two seconds. */
  private static Step dripping() {
    return Steps.drip(Answer.ok("x".repeat(100)), 5, 400);
  }

  @ContractTest(slice = true)
  @Rule({"10.6", "2.5"})
  void aBodyMayTakeLongerThanItsAttemptHasForTheFirstByte(Subject subject, FaultServer server) {
    server.plays(Steps.drip(Answer.ok("x".repeat(100)), 5, 300));
    Subject patient = subject.with("commit=first-byte,per-try-timeout=800ms");

    Reply reply = patient.post(server.url()).reading(Reading.STREAM).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.get("body.text")).isEqualTo("x".repeat(100));
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("2.5")
  void theShortestAndTheLongestTimeForAnAttemptAreTakenAsTheyAre(Subject subject) {
    try (FaultServer silent = new FaultServer().plays(Steps.hang());
        FaultServer server = new FaultServer().plays(Answer.ok("hello"))) {
      Reply shortest = subject.with("per-try-timeout=1ms").get(silent.url()).send();
      Reply longest = subject.with("per-try-timeout=100000d").get(server.url()).send();

      assertThat(shortest.classes("thrown")).as("%s", shortest).isNotEmpty();
      assertThat(longest.get("status")).as("%s", longest).isEqualTo("200");
    }
  }

  /** Its clock may run out before the client has the attempt. */
  @ContractTest
  @Rule({"1.4", "2.5"})
  void noAttemptIsTooShortToEndAsAClientsTimeoutDoes(Subject subject, FaultServer server) {
    int calls = 50;
    server.plays(Collections.nCopies(calls, Steps.hang()).toArray(Step[]::new));
    Subject hurried = subject.with("per-try-timeout=1ms");

    for (int i = 0; i < calls; i++) {
      Reply reply = hurried.get(server.url()).send();

      assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
    }
  }

  @ContractTest
  @Rule("2.5")
  @Needs(Feature.FAILS_FUTURES)
  void aConnectionThatTakesTooLongFailsAtOnceByDefault(Subject subject) {
    try (DeafServer server = new DeafServer()) {

      Reply without =
          subject.bare().get(server.url()).connectTimeout(Duration.ofMillis(300)).send();
      Reply with = subject.get(server.url()).connectTimeout(Duration.ofMillis(300)).send();

      assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown")).isNotEmpty();
      assertThat(with.message("thrown")).isEqualTo(without.message("thrown"));
      assertThat(subject.bean().attributes().keySet())
          .noneMatch(key -> key.startsWith("RetriesByHost."));
    }
  }

  @ContractTest(slice = true)
  @Rule({"5.2", "5.3"})
  @Needs(Feature.TOTAL_TIMEOUT)
  void aWaitBeyondTheApplicationsTimeoutIsNotBegun(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("5"), Answer.ok("late"));

    Reply reply = subject.get(server.url()).timeout(Duration.ofSeconds(2)).send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("not now");
    assertThat(reply.number("elapsed")).isLessThan(1_000);
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("5.3")
  @Needs(Feature.CLASSIC_OVER_ASYNC)
  void aWaitBeyondTheOperationTimeoutOfABlockingCallIsNotBegun(
      Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("10"), Answer.ok("late"));

    Reply reply = blocking(subject.post(server.url()), 8_000).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("not now");
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("5.3")
  @Needs(Feature.CLASSIC_OVER_ASYNC)
  void aWaitWithinTheOperationTimeoutOfABlockingCallIsMade(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("1"), Answer.ok("up"));

    Reply reply = blocking(subject.post(server.url()), 20_000).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("up");
    assertThat(server.attempts()).hasSize(2);
  }

  /** By an asynchronous client whose caller waits that long for the response. */
  private static Sending blocking(Sending sending, long millis) {
    return sending
        .body(BodyKind.BYTES, 100)
        .set("producer", "classic-client")
        .set("operation-timeout", millis);
  }

  @ContractTest
  @Rule({"5.3", "8.1"})
  @Needs(Feature.TOTAL_TIMEOUT)
  void aBodyThatStallsLeavesTimeForARetry(Subject subject, FaultServer server) {
    server.plays(Steps.stalled(Answer.unavailable("0")), Answer.ok("up"));

    Reply reply = subject.get(server.url()).timeout(Duration.ofSeconds(1)).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("up");
  }

  @ContractTest
  @Rule({"4.5", "5.3"})
  @Needs(Feature.TOTAL_TIMEOUT)
  void aFirstAttemptThatWasHeldBackKeepsToTheTimeout(Subject subject, FaultServer server) {
    server.plays(Answer.ok("hello"), Steps.hang());
    Subject configured = subject.with("rate-limit=bucket:0.5:1");

    configured.get(server.url()).send();
    Reply reply = configured.get(server.url()).timeout(Duration.ofMillis(2_500)).send();

    assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
    assertThat(reply.number("elapsed")).isLessThan(4_000);
  }

  @ContractTest(slice = true)
  @Rule("5.3")
  @Needs(Feature.TOTAL_TIMEOUT)
  void theApplicationsTimeoutBoundsWaitsAndRetries(Subject subject, FaultServer server) {
    server.plays(Steps.hang());
    Reply hung = subject.bare().put(server.url()).timeout(Duration.ofSeconds(1)).send();
    server.plays(Answer.unavailable("1"), Steps.hang());
    Reply with = subject.put(server.url()).timeout(Duration.ofSeconds(2)).send();

    assertThat(with.classes("thrown")).isNotEmpty();
    assertThat(with.classes("thrown").get(0)).isEqualTo(hung.classes("thrown").get(0));
    assertThat(with.message("thrown")).isEqualTo(hung.message("thrown"));
    assertThat(with.number("elapsed")).isBetween(1_900L, 3_500L);
  }

  @ContractTest(slice = true)
  @Rule("5.3")
  @Needs(Feature.TOTAL_TIMEOUT)
  void aBodyThatOutlastsTheTimeoutEndsAsThisJdkWouldEndIt(Subject subject, FaultServer server) {
    var drip = Steps.drip(Answer.ok("x".repeat(100)), 6, 400);
    server.plays(drip, Answer.unavailable("0"), drip);

    Reply without = subject.bare().get(server.url()).timeout(Duration.ofSeconds(1)).send();
    Reply with = subject.get(server.url()).timeout(Duration.ofSeconds(1)).send();

    assertThat(server.attempts()).hasSize(3);
    if (subject.jdk().feature() < 26) {
      assertThat(with.get("status")).isEqualTo(without.get("status"));
      assertThat(with.get("thrown.0.class")).isEqualTo(without.get("thrown.0.class"));
      assertThat(with.get("body.text")).isEqualTo(without.get("body.text"));
    } else {
      // From 26 on two threads race to tell of it: the timer, and the connection that it closes.
      assertThat(with.get("thrown.0.class"))
          .isIn("java.net.http.HttpTimeoutException", "java.io.IOException");
      assertThat(with.number("elapsed")).isBetween(900L, 2_000L);
    }
  }

  @ContractTest
  @Rule("5.3")
  @Needs(Feature.TOTAL_TIMEOUT)
  void aTimeoutOfTheApplicationsIsNotRetried(Subject subject, FaultServer server) {
    server.plays(Steps.hang(), Answer.ok("late"));

    Reply reply = subject.with(TIMEOUTS).get(server.url()).timeout(Duration.ofMillis(800)).send();

    assertThat(reply.classes("thrown")).first().isEqualTo("java.net.http.HttpTimeoutException");
    assertThat(server.attempts()).hasSize(1);
  }
}

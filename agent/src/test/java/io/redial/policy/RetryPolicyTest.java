package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.backoff.Cause;
import io.redial.policy.rate.RateLimitSpec;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules 2, 3.4, 4.1, 4.4, 5.1 and 5.2: one answer and its reason. */
class RetryPolicyTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final ManualClock clock = new ManualClock();

  @ParameterizedTest
  @CsvSource({"429, POST", "500, POST", "503, POST", "599, PATCH", "503, GET", "502, PUT"})
  @Rule("2.1")
  void retriesWhatTheServerAsksFor(int status, String method) {
    Decision decision = decide(safe(), new FakeCall(method), status, "2");
    assertThat(decision.retries()).isTrue();
    assertThat(decision.cause()).isEqualTo(Cause.RETRY_AFTER);
    assertThat(decision.waitNanos()).isEqualTo(2 * SECOND);
  }

  @ParameterizedTest
  @CsvSource({"200, GET", "301, GET", "404, GET", "428, GET", "600, GET", "100, GET"})
  @Rule("2.1")
  void leavesOtherStatusesAlone(int status, String method) {
    assertThat(decide(safe(), new FakeCall(method), status, "2")).isSameAs(Decision.RETURN);
  }

  @Test
  void touchesNoAttemptOfACallThatIsLeftAloneRules73And111() {
    RetryPolicy.Builder touching = safe();
    touching.perTryTimeoutNanos = SECOND;
    touching.attemptHeader = "X-Attempt";
    touching.ifReady = true;
    touching.rateLimit = RateLimitSpec.bucket(1, 1);
    touching.deferTo = List.of("x-mine");
    touching.rollout = 0.5;
    FakeCall mine = new FakeCall("GET");
    mine.headers.add("X-Mine", "1");
    RetryPolicy half = touching.build();

    assertThat(half.onlyObserves(new FakeCall("GET"), 0.4)).isFalse();
    assertThat(half.onlyObserves(new FakeCall("GET"), 0.6)).isTrue();
    assertThat(half.onlyObserves(mine, 0.4)).isTrue();
    assertTouched(half, true);
    assertTouched(half.observing(), false);
    touching.observe = true;
    assertThat(touching.build().onlyObserves(new FakeCall("GET"), 0.4)).isTrue();
  }

  private static void assertTouched(RetryPolicy policy, boolean touched) {
    assertThat(policy.perTryTimeoutNanos() != RetryPolicy.UNLIMITED).isEqualTo(touched);
    assertThat(policy.attemptHeader() != null).isEqualTo(touched);
    assertThat(policy.ifReady()).isEqualTo(touched);
    assertThat(policy.rateLimit().isOff()).isNotEqualTo(touched);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503})
  @Rule("2.1")
  void needsAHint(int status) {
    Decision decision = decide(safe(), new FakeCall("GET"), status, null);
    assertThat(decision.noRetryReason()).isEqualTo(NoRetryReason.NO_HINT);
    assertThat(decision.covered()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {502, 504})
  @Rule("2.1")
  void doesNotRepeatAWriteOnAGatewaysWord(int status) {
    assertThat(decide(safe(), new FakeCall("POST"), status, "1").noRetryReason())
        .isEqualTo(NoRetryReason.METHOD);
    assertThat(
            decide(safe(its -> its.anyMethodAtGateways = true), new FakeCall("POST"), status, "1")
                .retries())
        .isTrue();
  }

  @Test
  @Rule("2.2")
  void retriesErrorsOfIdempotentMethodsOnly() {
    assertThat(fail(safe(), new FakeCall("GET"), Failure.CONNECTION_ERROR).cause())
        .isEqualTo(Cause.CONNECTION_ERROR);
    Decision post = fail(safe(), new FakeCall("POST"), Failure.CONNECTION_ERROR);
    assertThat(post.noRetryReason()).isEqualTo(NoRetryReason.METHOD);
    assertThat(post.covered()).isFalse();
  }

  @Test
  @Rule("2.3")
  void retriesARefusedConnectionOfIdempotentMethods() {
    assertThat(fail(safe(), new FakeCall("PUT"), Failure.CONNECT_FAILURE).cause())
        .isEqualTo(Cause.CONNECT_FAILURE);
    assertThat(fail(safe(), new FakeCall("POST"), Failure.CONNECT_FAILURE).noRetryReason())
        .isEqualTo(NoRetryReason.METHOD);
  }

  @ParameterizedTest
  @EnumSource(
      value = Failure.class,
      names = {"CONNECTION_ERROR_UNPROCESSED", "CONNECT_FAILURE", "CONNECT_TIMEOUT", "UNPROCESSED"})
  @Rule("2.4")
  void repeatsAnyMethodThatWasNotProcessedIfToldTo(Failure failure) {
    RetryPolicy.Builder told = safe(its -> its.retryOn = on(Cause.UNPROCESSED));
    assertThat(fail(told, new FakeCall("POST"), failure).cause()).isEqualTo(Cause.UNPROCESSED);
    assertThat(fail(safe(), new FakeCall("POST"), failure).retries()).isFalse();
  }

  @Test
  @Rule("2.5")
  void retriesTimeoutsOnlyIfToldTo() {
    assertThat(fail(safe(), new FakeCall("GET"), Failure.TIMEOUT)).isSameAs(Decision.RETURN);
    assertThat(
            fail(safe(its -> its.retryOn = on(Cause.TIMEOUT)), new FakeCall("GET"), Failure.TIMEOUT)
                .cause())
        .isEqualTo(Cause.TIMEOUT);
  }

  @Test
  @Rule("2.6")
  void retriesNamedStatusesWithoutAHint() {
    RetryOn named = new RetryOn(Set.of(), statuses(404, 503));
    assertThat(decide(safe(its -> its.retryOn = named), new FakeCall("GET"), 404, null).cause())
        .isEqualTo(Cause.STATUS);
    assertThat(decide(safe(its -> its.retryOn = named), new FakeCall("GET"), 503, null).cause())
        .isEqualTo(Cause.STATUS);
    assertThat(
            decide(safe(its -> its.retryOn = named), new FakeCall("POST"), 503, null)
                .noRetryReason())
        .isEqualTo(NoRetryReason.METHOD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PATCH", "HEAD"})
  @Rule("2.8")
  void takesAnIdempotencyKeyForIdempotence(String method) {
    FakeCall call = new FakeCall(method);
    call.headers.add("Idempotency-Key", "k");
    assertThat(
            fail(safe(its -> its.methods = Set.of("GET")), call, Failure.CONNECTION_ERROR)
                .retries())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"If-Match", "If-None-Match", "If-Unmodified-Since"})
  @Rule("2.8")
  void doesNotRepeatAConditionalChange(String condition) {
    FakeCall put = new FakeCall("PUT");
    put.headers.add(condition, "x");
    assertThat(fail(safe(), put, Failure.CONNECTION_ERROR).noRetryReason())
        .isEqualTo(NoRetryReason.METHOD);
    FakeCall get = new FakeCall("GET");
    get.headers.add(condition, "x");
    assertThat(fail(safe(), get, Failure.CONNECTION_ERROR).retries()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"x-should-retry, false", "X-Should-Retry, FALSE", "grpc-retry-pushback-ms, -1"})
  @Rule("2.9")
  void obeysAVeto(String name, String value) {
    Fields fields = new Fields().add("Retry-After", "1").add(name, value);
    Decision decision = decide(safe(), new FakeCall("GET"), Outcome.response(503, fields));
    assertThat(decision.noRetryReason()).isEqualTo(NoRetryReason.VETO);
    assertThat(decision.covered()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-envoy-overloaded", "x-envoy-ratelimited"})
  @Rule("2.9")
  void doesNotPressAnOverloadedProxyWithoutAHint(String name) {
    RetryOn named = new RetryOn(Set.of(Cause.RETRY_AFTER), statuses(503));
    Fields fields = new Fields().add(name, "true");
    assertThat(
            decide(
                    safe(its -> its.retryOn = named),
                    new FakeCall("GET"),
                    Outcome.response(503, fields))
                .noRetryReason())
        .isEqualTo(NoRetryReason.VETO);
    fields.add("Retry-After", "1");
    assertThat(
            decide(
                    safe(its -> its.retryOn = named),
                    new FakeCall("GET"),
                    Outcome.response(503, fields))
                .retries())
        .isTrue();
  }

  @Test
  @Rule("2.10")
  void neverRetriesWhatItDoesNotKnow() {
    assertThat(fail(everything(), new FakeCall("GET"), Failure.OTHER)).isSameAs(Decision.RETURN);
    assertThat(decide(everything(), new FakeCall("CONNECT"), 503, "1")).isSameAs(Decision.RETURN);
  }

  @Test
  @Rule("2.11")
  void doesNotRepeatAPostThatWasRedirected() {
    Outcome redirected =
        Outcome.response(503, new Fields().add("Retry-After", "0")).afterRedirect();
    assertThat(decide(safe(), new FakeCall("POST"), redirected).noRetryReason())
        .isEqualTo(NoRetryReason.METHOD);
    assertThat(decide(safe(), new FakeCall("GET"), redirected).retries()).isTrue();
    Outcome unsent = Outcome.failure(Failure.CONNECT_FAILURE).afterRedirect();
    assertThat(decide(everything(), new FakeCall("POST"), unsent).noRetryReason())
        .isEqualTo(NoRetryReason.METHOD);
  }

  @Test
  @Rule("4.1")
  void spreadsAHintUpwardOnly() {
    assertThat(wait(safe(), RetryPolicyTest::highest, "1", 0)).isEqualTo(SECOND + SECOND / 2);
    assertThat(wait(safe(), RetryPolicyTest::highest, "0", 0)).isZero();
    assertThat(wait(safe(), RetryPolicyTest::highest, "20", 0)).isEqualTo(22 * SECOND);
    assertThat(wait(safe(), RetryPolicyTest::highest, "600", 0)).isEqualTo(605 * SECOND);
    assertThat(wait(safe(its -> its.jitter = Jitter.NONE), RetryPolicyTest::highest, "20", 0))
        .isEqualTo(20 * SECOND);
  }

  @Test
  @Rule("4.1")
  void waitsForTheLongerOfHintAndBackoff() {
    assertThat(
            wait(safe(its -> its.jitter = Jitter.NONE), RetryPolicyTest::lowest, "1", 3 * SECOND))
        .isEqualTo(3 * SECOND);
    assertThat(
            wait(safe(its -> its.jitter = Jitter.NONE), RetryPolicyTest::lowest, "5", 3 * SECOND))
        .isEqualTo(5 * SECOND);
  }

  @Test
  @Rule("4.1")
  void waitsForEverRatherThanNotAtAllForABackoffOfAges() {
    assertThat(wait(safe(), RetryPolicyTest::highest, "5", Long.MAX_VALUE))
        .isEqualTo(RetryPolicy.UNLIMITED);
  }

  @Property
  @Rule("3.4")
  void neverRetriesBeforeTheHint(
      @ForAll @LongRange(min = 0, max = 31_536_000) long seconds,
      @ForAll @LongRange(min = 0, max = 1_000_000_000_000L) long backoff,
      @ForAll @LongRange(min = 0) long random,
      @ForAll Jitter jitter) {
    LongUnaryOperator uniform = most -> most == 0 ? 0 : random % (most + 1 < 0 ? most : most + 1);
    long nanos = wait(safe(its -> its.jitter = jitter), uniform, Long.toString(seconds), backoff);
    long hint = seconds * SECOND;
    assertThat(nanos).isBetween(hint, Math.max(hint, backoff) + 5 * SECOND);
  }

  @Property
  @Rule("4.4")
  void keepsBackoffWithinItsJitter(
      @ForAll @LongRange(min = 0, max = 1_000_000_000_000L) long delay,
      @ForAll @LongRange(min = 0) long random) {
    LongUnaryOperator uniform = most -> random % (most + 1);
    assertThat(Jitter.FULL.apply(delay, uniform)).isBetween(0L, delay);
    assertThat(Jitter.EQUAL.apply(delay, uniform)).isBetween(delay / 2, delay);
    assertThat(Jitter.NONE.apply(delay, uniform)).isEqualTo(delay);
  }

  @Test
  @Rule("4.1")
  void waitsAtLeastClientGosSecondAfterAnError() {
    Decision decision =
        fail(
            safe(its -> its.errorDelayNanos = SECOND),
            new FakeCall("GET"),
            Failure.CONNECTION_ERROR);
    assertThat(decision.waitNanos()).isEqualTo(SECOND);
  }

  @Test
  @Rule("5.1")
  void believesAServerTenTimesAndADeadOneThreeTimes() {
    FakeCall call = new FakeCall("GET");
    call.errorRetries = 3;
    call.retries = 3;
    assertThat(fail(safe(), call, Failure.CONNECTION_ERROR).noRetryReason())
        .isEqualTo(NoRetryReason.MAX_RETRIES);
    assertThat(decide(safe(), call, 503, "1").retries()).isTrue();
    call.retries = 10;
    assertThat(decide(safe(), call, 503, "1").noRetryReason()).isEqualTo(NoRetryReason.MAX_RETRIES);
  }

  @Test
  @Rule("7.1")
  void coversWhatItsLimitsRefuse() {
    FakeCall call = new FakeCall("GET");
    call.retries = 10;
    assertThat(decide(safe(), call, 503, "1").covered()).isTrue();
    assertThat(
            safe(its -> its.maxRetries = 0)
                .build()
                .covers(call, Outcome.failure(Failure.CONNECTION_ERROR), clock))
        .isTrue();
  }

  @Test
  @Rule("5.2")
  void surrendersAtOnceIfTheWaitWouldNotEndBeforeTheDeadline() {
    FakeCall call = new FakeCall("GET");
    call.remaining = 5 * SECOND;
    assertThat(decide(safe(), call, 503, "5").noRetryReason()).isEqualTo(NoRetryReason.DEADLINE);
    assertThat(decide(safe(), call, 503, "4").retries()).isTrue();
  }

  @Test
  @Rule("3.2")
  void surrendersToAHintBeyondAYearEvenWithoutADeadline() {
    assertThat(decide(safe(), new FakeCall("GET"), 503, "31536001").noRetryReason())
        .isEqualTo(NoRetryReason.DEADLINE);
  }

  @Test
  @Rule("6.1")
  void refusesABodyThatCannotBeSentAgain() {
    FakeCall call = new FakeCall("POST");
    call.repeatable = false;
    Decision decision = decide(safe(), call, 503, "1");
    assertThat(decision.noRetryReason()).isEqualTo(NoRetryReason.BODY);
    assertThat(decision.covered()).isTrue();
  }

  @Test
  @Rule("7.3")
  void leavesACallerThatRetriesItselfAlone() {
    FakeCall call = new FakeCall("GET");
    call.deferred = true;
    assertThat(decide(safe(), call, 503, "1").noRetryReason()).isEqualTo(NoRetryReason.DEFERRED);
  }

  @Test
  @Rule("11.1")
  void grantsAnObservedRetryThatTheBudgetHasToCount() {
    FakeCall call = new FakeCall("GET");
    call.standing = NoRetryReason.OBSERVE;
    Decision decision = decide(safe(), call, 503, "1");
    assertThat(decision.retries()).isTrue();
    assertThat(decision.waitNanos()).as("what it would have waited").isEqualTo(SECOND);
  }

  @ParameterizedTest
  @EnumSource(names = {"ROLLOUT", "DISABLED", "CANCELLED"})
  @Rule("11.1")
  void refusesWhateverStandsAgainstTheCall(NoRetryReason standing) {
    FakeCall call = new FakeCall("GET");
    call.standing = standing;
    assertThat(decide(safe(), call, 503, "1").noRetryReason()).isEqualTo(standing);
    call.remaining = 0;
    assertThat(decide(safe(), call, 503, "1").noRetryReason()).isEqualTo(NoRetryReason.DEADLINE);
  }

  @Property(tries = 5000)
  @Rule({"2.1", "2.2", "2.10"})
  void givesOneAnswerAndItsReasonForAnyResponseAndHistory(
      @ForAll @IntRange(min = -1, max = 1000) int status,
      @ForAll String hint,
      @ForAll @IntRange(min = 0, max = 12) int retries,
      @ForAll boolean repeatable,
      @ForAll Failure failure) {
    for (String method : List.of("GET", "POST", "CONNECT", "get", "")) {
      FakeCall call = new FakeCall(method);
      call.retries = retries;
      call.repeatable = repeatable;
      check(decide(everything(), call, status, hint), call);
      check(fail(everything(), call, failure), call);
    }
  }

  private static void check(Decision decision, FakeCall call) {
    assertThat(decision.retries() && decision.isRefused()).isFalse();
    if (decision.retries()) {
      assertThat(decision.cause()).isNotNull();
      assertThat(decision.waitNanos()).isGreaterThanOrEqualTo(0);
      assertThat(decision.covered()).isTrue();
      assertThat(call.repeatable).isTrue();
      assertThat(call.retries).isLessThan(10);
    }
  }

  private long wait(
      RetryPolicy.Builder policy, LongUnaryOperator random, String hint, long backoff) {
    FakeCall call = new FakeCall("GET");
    call.backoff = backoff;
    Outcome outcome = Outcome.response(503, new Fields().add("Retry-After", hint));
    return call.after(outcome, policy.build(), clock, random).waitNanos();
  }

  private Decision decide(RetryPolicy.Builder policy, FakeCall call, int status, String hint) {
    Fields fields = hint == null ? new Fields() : new Fields().add("Retry-After", hint);
    return decide(policy, call, Outcome.response(status, fields));
  }

  private Decision fail(RetryPolicy.Builder policy, FakeCall call, Failure failure) {
    return decide(policy, call, Outcome.failure(failure));
  }

  private Decision decide(RetryPolicy.Builder policy, FakeCall call, Outcome outcome) {
    return call.after(outcome, policy.build(), clock, RetryPolicyTest::lowest);
  }

  private static RetryPolicy.Builder safe() {
    RetryPolicy.Builder safe = new RetryPolicy.Builder();
    safe.maxRetries = 10;
    safe.maxErrorRetries = 3;
    safe.retryOn = on(Cause.RETRY_AFTER, Cause.CONNECTION_ERROR, Cause.CONNECT_FAILURE);
    safe.methods = Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");
    safe.idempotencyKey = "Idempotency-Key";
    return safe;
  }

  private static RetryPolicy.Builder safe(Consumer<RetryPolicy.Builder> change) {
    RetryPolicy.Builder changed = safe();
    change.accept(changed);
    return changed;
  }

  private static RetryPolicy.Builder everything() {
    RetryOn everything =
        on(
            Cause.RETRY_AFTER,
            Cause.CONNECTION_ERROR,
            Cause.CONNECT_FAILURE,
            Cause.UNPROCESSED,
            Cause.TIMEOUT);
    return safe(its -> its.retryOn = everything);
  }

  private static RetryOn on(Cause... causes) {
    return new RetryOn(Set.of(causes), statuses());
  }

  private static BitSet statuses(int... named) {
    BitSet statuses = new BitSet();
    Arrays.stream(named).forEach(statuses::set);
    return statuses;
  }

  private static long lowest(long most) {
    return 0;
  }

  private static long highest(long most) {
    return most;
  }
}

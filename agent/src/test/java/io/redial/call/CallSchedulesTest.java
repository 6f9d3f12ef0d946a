package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.call.Scenario.Act;
import io.redial.policy.Failure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * Any answers, and anything that others do at any time: what both drivers have to keep. Thousands
 * of schedules in seconds, each of which plays the same way again.
 */
class CallSchedulesTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long DEADLINE = 30 * SECOND;
  private static final String OPTIONS =
      "deadline=30s,jitter=none,backoff=exponential:100ms:5s,max-retries=5,max-error-retries=3,budget=";

  @Provide
  Arbitrary<Scenario> scenarios() {
    Arbitrary<String> hints = Arbitraries.of("0", "1", "2", "7", "40", "soon").injectNull(0.3);
    Arbitrary<Answer> responses =
        Combinators.combine(Arbitraries.of(200, 404, 429, 500, 502, 503), hints)
            .as(Answer::retryAfter);
    Arbitrary<Answer> answers =
        Arbitraries.oneOf(responses, Arbitraries.of(Failure.class).map(Answer::fails));
    Arbitrary<Answer> slow =
        Combinators.combine(answers, Arbitraries.of(0L, 0L, SECOND / 2, 3 * SECOND))
            .as((answer, nanos) -> answer.after(Duration.ofNanos(nanos)));
    Arbitrary<Scenario.Event> events =
        Combinators.combine(
                Arbitraries.longs().between(0, 12).map(half -> half * SECOND / 2),
                Arbitraries.of(Act.class))
            .as(Scenario.Event::new);
    return Combinators.combine(
            slow.list().ofMinSize(1).ofMaxSize(6),
            events.list().ofMaxSize(3),
            Arbitraries.of("GET", "POST"),
            Arbitraries.of(true, true, true, false),
            Arbitraries.of(true, false),
            Arbitraries.of("off", "0%:0.1", "20%:1"))
        .as(
            (attempts, acts, method, repeatable, keeps, budget) -> {
              Scenario scenario = Scenario.with(OPTIONS + budget).method(method);
              attempts.forEach(scenario::answers);
              acts.forEach(event -> scenario.at(event.nanos(), event.act()));
              scenario.repeatable = repeatable;
              scenario.keeps = keeps;
              return scenario;
            });
  }

  @Property(tries = 4000)
  void everyCallHasOneOutcomeAndReturnsWhatItTook(@ForAll("scenarios") Scenario scenario) {
    scenario.both().forEach((driver, result) -> check(driver + ": " + scenario, scenario, result));
  }

  @Property(tries = 2000)
  void whereverItBreaksEveryCallHasOneOutcomeAndReturnsWhatItTook(
      @ForAll("scenarios") Scenario scenario, @ForAll("entries") int entry) {
    scenario.faultAt(entry);
    scenario
        .both()
        .forEach(
            (driver, result) -> {
              assertThat(result.outcomes()).as(driver).hasSize(1);
              assertThat(result.outcome()).as(driver).doesNotContain("broken on purpose");
              assertReturned(driver, result);
            });
  }

  @Provide
  Arbitrary<Integer> entries() {
    return Arbitraries.integers().between(1, 25);
  }

  /** Without anything from outside, both drivers do the same at the same time. */
  @Property(tries = 2000)
  void bothDriversDoTheSame(@ForAll("scenarios") Scenario scenario) {
    scenario.events.clear();
    Result sync = scenario.sync();
    Result async = scenario.async();

    assertThat(Tuple.of(async.outcome(), async.attempts(), async.log(), async.endedNanos()))
        .as(scenario.toString())
        .isEqualTo(Tuple.of(sync.outcome(), sync.attempts(), sync.log(), sync.endedNanos()));
  }

  private static void check(String name, Scenario scenario, Result result) {
    assertThat(result.outcomes()).as(name).hasSize(1);
    assertThat(result.faults()).as(name).isEmpty();
    assertReturned(name, result);
    // One more may have to fetch what was not kept when a wait is ended (rule 8.2).
    assertThat(result.retries()).as(name).isLessThanOrEqualTo(scenario.keeps ? 5 : 6);
    List<Long> attempts = result.attempts();
    for (int i = 1; i < attempts.size(); i++) {
      assertThat(attempts.get(i)).as(name).isLessThan(DEADLINE);
      if (scenario.events.isEmpty()) {
        assertThat(attempts.get(i)).as(name).isGreaterThanOrEqualTo(due(scenario, attempts, i));
      }
    }
    if (!scenario.repeatable) {
      assertThat(attempts).as(name).hasSizeLessThanOrEqualTo(1);
    }
  }

  private static void assertReturned(String name, Result result) {
    assertThat(result.waits()).as(name).isZero();
    assertThat(result.threads()).as(name).isZero();
  }

  /** When the server wants to see the next attempt (rule 3.4). */
  private static long due(Scenario scenario, List<Long> attempts, int next) {
    Answer before = scenario.answer(next);
    long ended = attempts.get(next - 1) + before.nanos();
    String hint = before.retryAfter();
    return hint != null && hint.matches("\\d+") ? ended + Long.parseLong(hint) * SECOND : ended;
  }
}

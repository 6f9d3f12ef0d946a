package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Holds the budget against a list of everything that happened. */
class RetryBudgetPropertyTest {

  enum Event {
    CALLS,
    RETRY,
    GIVE_BACK
  }

  record Step(int pauseMillis, Event event) {}

  record Granted(long at, long receipt) {}

  @Provide
  Arbitrary<List<Step>> histories() {
    Arbitrary<Integer> pauses =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(6, Arbitraries.integers().between(0, 50)),
            net.jqwik.api.Tuple.of(3, Arbitraries.integers().between(0, 1500)),
            net.jqwik.api.Tuple.of(1, Arbitraries.integers().between(8_000, 20_000)));
    return Combinators.combine(pauses, Arbitraries.of(Event.class))
        .as(Step::new)
        .list()
        .ofMinSize(20)
        .ofMaxSize(250);
  }

  @Property(tries = 400)
  @Rule("5.5")
  @Label("no ten seconds hold more retries than RATIO * calls + FLOOR * 10")
  void neverExceedsTheBound(@ForAll("histories") List<Step> history) {
    ManualClock clock = new ManualClock();
    RetryBudget budget = BudgetSpec.of(0.2, 0.3).create(clock);
    List<Long> calls = new ArrayList<>();
    List<Granted> granted = new ArrayList<>();
    List<Long> refused = new ArrayList<>();
    for (Step step : history) {
      clock.advanceMillis(step.pauseMillis());
      long now = clock.nanos();
      switch (step.event()) {
        case CALLS -> {
          RetryBudgetTest.calls(budget, clock, 3);
          calls.addAll(List.of(now, now, now));
        }
        case RETRY -> {
          long receipt = budget.tryRetry();
          if (receipt != RetryBudget.REFUSED) {
            granted.add(new Granted(now, receipt));
            assertThat((double) retriesSince(granted, now - seconds(10)))
                .isLessThanOrEqualTo(0.2 * callsSince(calls, now - seconds(10)) + 3 + 1e-6);
          } else {
            double atLeast = 0.2 * callsSince(calls, now - seconds(9)) + 3;
            boolean windowFull = retriesSince(granted, now - seconds(11)) + 1 > atLeast;
            boolean paced = refused.stream().anyMatch(at -> at > now - seconds(11));
            boolean secondFull = retriesSince(granted, now - seconds(1)) + 1 > atLeast / 10;
            assertThat(windowFull || (paced && secondFull))
                .as("refuses only what whole seconds can make too much, of ten or of one")
                .isTrue();
            refused.add(now);
          }
        }
        case GIVE_BACK -> {
          if (!granted.isEmpty()) {
            budget.giveBack(granted.remove(granted.size() / 2).receipt());
          }
        }
      }
    }
  }

  private static long retriesSince(List<Granted> granted, long start) {
    return granted.stream().filter(retry -> retry.at() > start).count();
  }

  private static long callsSince(List<Long> calls, long start) {
    return calls.stream().filter(at -> at > start).count();
  }

  private static long seconds(long seconds) {
    return seconds * 1_000_000_000L;
  }
}

package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;

class RetryBudgetConcurrencyTest {
  private static final int THREADS = 8;

  private final ManualClock clock = new ManualClock();

  @RepeatedTest(20)
  @Rule("5.5")
  void threadsThatAskAtOnceGetExactlyWhatThereIs() throws Exception {
    // Enough of them for all threads to be at it before they are used up.
    RetryBudget budget = BudgetSpec.of(0.2, 2).create(clock);
    RetryBudgetTest.calls(budget, clock, 100_000);

    List<Integer> granted = Together.run(THREADS, () -> RetryBudgetTest.retries(budget));

    assertThat(sum(granted)).isEqualTo(20_020);
  }

  @RepeatedTest(20)
  @Rule("5.5")
  void noCallIsLostWhileSecondsBegin() throws Exception {
    RetryBudget budget = BudgetSpec.of(1, 0).create(clock);
    clock.advanceMillis(17_000);
    AtomicInteger ticks = new AtomicInteger();

    Together.run(
        THREADS,
        () -> {
          for (int i = 0; i < 900; i++) {
            if (i % 100 == 50 && ticks.incrementAndGet() < 10) {
              clock.advanceMillis(999);
            }
            budget.call(clock.nanos());
          }
          return null;
        });

    assertThat(RetryBudgetTest.retries(budget)).isEqualTo(THREADS * 900);
  }

  @RepeatedTest(20)
  @Rule("5.5")
  @DisplayName("never more than the bound while calls, retries and seconds race")
  void neverMoreThanTheBoundWhileAllRace() throws Exception {
    RetryBudget budget = BudgetSpec.of(0.2, 2).create(clock);
    AtomicInteger calls = new AtomicInteger();

    List<Integer> granted =
        Together.run(
            THREADS,
            () -> {
              int own = 0;
              for (int i = 0; i < 2000; i++) {
                calls.incrementAndGet();
                budget.call(clock.nanos());
                own += budget.tryRetry() == RetryBudget.REFUSED ? 0 : 1;
                if (i % 100 == 0) {
                  clock.advanceMillis(50);
                }
              }
              return own;
            });

    // 8 * 20 * 50 ms: all of it is within one window.
    assertThat((double) sum(granted)).isLessThanOrEqualTo(0.2 * calls.get() + 20);
  }

  @RepeatedTest(20)
  @Rule("5.5")
  @DisplayName("retries given back by other threads are there again, once")
  void retriesGivenBackAreThereAgain() throws Exception {
    RetryBudget budget = BudgetSpec.of(0, 1).create(clock);

    Together.run(
        THREADS,
        () -> {
          for (int i = 0; i < 1000; i++) {
            budget.giveBack(budget.tryRetry());
          }
          return null;
        });

    assertThat(RetryBudgetTest.retries(budget)).isEqualTo(10);
  }

  private static int sum(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).sum();
  }
}

package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.rate.Clock;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetryBudgetTest {
  private final ManualClock clock = new ManualClock();

  @Test
  @Rule("5.5")
  void grantsAShareOfTheCalls() {
    RetryBudget budget = BudgetSpec.of(0.2, 0).create(clock);
    calls(budget, clock, 100);

    assertThat(retries(budget)).isEqualTo(20);
  }

  @Test
  @Rule("5.5")
  @DisplayName("a fresh process may use the floor of ten seconds at once")
  void grantsTheFloorOfTenSecondsToAFreshProcess() {
    RetryBudget budget = BudgetSpec.of(0.2, 2).create(clock);

    assertThat(retries(budget)).isEqualTo(20);
  }

  @Test
  @Rule("5.5")
  void shareAndFloorAddUp() {
    RetryBudget budget = BudgetSpec.of(0.2, 2).create(clock);
    calls(budget, clock, 1000);

    assertThat(retries(budget)).isEqualTo(220);
  }

  @Test
  @Rule("5.5")
  @DisplayName("a share that is no binary fraction is granted whole")
  void grantsADecimalShareWhole() {
    RetryBudget budget = BudgetSpec.of(0.29, 0).create(clock);
    calls(budget, clock, 100);

    assertThat(retries(budget)).isEqualTo(29);
  }

  @Test
  @Rule("5.5")
  @DisplayName("nothing is granted where ratio and floor are 0")
  void grantsNothingForZero() {
    RetryBudget budget = BudgetSpec.of(0, 0).create(clock);
    calls(budget, clock, 1000);

    assertThat(budget.tryRetry()).isEqualTo(RetryBudget.REFUSED);
  }

  @Test
  @Rule("5.5")
  void callsEarnForTenSeconds() {
    RetryBudget budget = BudgetSpec.of(0.2, 0).create(clock);
    calls(budget, clock, 100);

    clock.advanceMillis(9_999);
    assertThat(retries(budget)).isEqualTo(20);

    clock.advanceMillis(20_000);
    assertThat(retries(budget)).isZero();
  }

  @Test
  @Rule("5.5")
  @DisplayName("retries weigh for ten seconds wherever these begin")
  void retriesWeighForTenSeconds() {
    RetryBudget budget = BudgetSpec.of(0, 2).create(clock);
    clock.advanceMillis(900);
    retries(budget);

    clock.advanceMillis(9_999);
    assertThat(retries(budget)).isZero();

    clock.advanceMillis(1_000);
    assertThat(retries(budget)).isPositive();
  }

  @Test
  @Rule("5.5")
  @DisplayName("once it had to refuse it hands out a tenth in each second: no waves")
  void handsOutATenthInEachSecondOnceItHadToRefuse() {
    RetryBudget budget = BudgetSpec.of(0, 2).create(clock);
    retries(budget);
    clock.advanceMillis(10_000);
    assertThat(retries(budget)).as("the first twenty still weigh").isZero();

    for (int second = 11; second < 21; second++) {
      clock.advanceMillis(1_000);
      assertThat(retries(budget)).as("second %d", second).isEqualTo(2);
    }
  }

  @Test
  @Rule("5.5")
  @DisplayName("ten seconds without a refusal, and what was saved may be spent at once")
  void mayBeSpentAtOnceAfterTenSecondsWithoutARefusal() {
    RetryBudget budget = BudgetSpec.of(0, 2).create(clock);
    retries(budget);

    clock.advanceMillis(11_000);

    assertThat(retries(budget)).isEqualTo(20);
  }

  @Test
  @Rule("5.5")
  @DisplayName("the smallest floor still gives a retry in ten seconds")
  void givesOneRetryOfTheSmallestFloor() {
    RetryBudget budget = BudgetSpec.of(0, 0.1).create(clock);
    int granted = 0;
    for (int second = 0; second < 110; second++) {
      granted += retries(budget);
      clock.advanceMillis(1_000);
    }

    assertThat(granted).isEqualTo(10);
  }

  @Test
  @Rule("5.5")
  @DisplayName("a clock that steps back frees nothing and breaks nothing")
  void aClockThatStepsBackFreesNothing() {
    RetryBudget budget = BudgetSpec.of(0, 0.1).create(clock);
    clock.advanceMillis(5_000);
    budget.tryRetry();

    clock.advanceMillis(-30_000);
    budget.call(clock.nanos());

    assertThat(budget.tryRetry()).isEqualTo(RetryBudget.REFUSED);
    clock.advanceMillis(41_000);
    assertThat(budget.tryRetry()).isNotEqualTo(RetryBudget.REFUSED);
  }

  @Test
  @Rule("5.5")
  @DisplayName("idleness of any length leaves a budget as good as new")
  void isAsGoodAsNewAfterIdleness() {
    RetryBudget budget = BudgetSpec.of(0.2, 1).create(clock);
    for (int seconds : new int[] {11, 16, 17, 160, 86_400 * 365}) {
      calls(budget, clock, 10);
      assertThat(retries(budget)).isEqualTo(12);
      clock.advanceMillis(seconds * 1000L);
    }
  }

  @Test
  @Rule("5.5")
  void aRetryThatIsGivenBackCanBeGrantedAgain() {
    RetryBudget budget = BudgetSpec.of(0, 0.1).create(clock);
    long receipt = budget.tryRetry();
    clock.advanceMillis(3_000);

    assertThat(budget.tryRetry()).isEqualTo(RetryBudget.REFUSED);
    budget.giveBack(receipt);

    assertThat(budget.tryRetry()).isNotEqualTo(RetryBudget.REFUSED);
    assertThat(budget.tryRetry()).isEqualTo(RetryBudget.REFUSED);
  }

  @Test
  @Rule("5.5")
  @DisplayName("a retry that is given back late frees no other retry's place")
  void aRetryThatIsGivenBackLateFreesNoOther() {
    RetryBudget budget = BudgetSpec.of(0, 0.1).create(clock);
    long early = budget.tryRetry();
    clock.advanceMillis(11_000);
    budget.tryRetry();

    budget.giveBack(early);

    assertThat(budget.tryRetry()).isEqualTo(RetryBudget.REFUSED);
  }

  @Test
  @Rule("5.5")
  void givingBackARefusalChangesNothing() {
    RetryBudget budget = BudgetSpec.of(0, 0.1).create(clock);
    budget.tryRetry();

    budget.giveBack(budget.tryRetry());

    assertThat(budget.tryRetry()).isEqualTo(RetryBudget.REFUSED);
  }

  @Test
  @Rule("5.5")
  void offGrantsEverything() {
    RetryBudget budget = BudgetSpec.off().create(clock);
    for (int i = 0; i < 10_000; i++) {
      assertThat(budget.tryRetry()).isNotEqualTo(RetryBudget.REFUSED);
    }
  }

  @Test
  @Rule("5.5")
  void aSteadyLoadGrowsByNoMoreThanRatioAndFloor() {
    RetryBudget budget = BudgetSpec.of(0.2, 2).create(clock);
    int granted = 0;
    for (int tenth = 0; tenth < 1200; tenth++) {
      calls(budget, clock, 10);
      granted += retries(budget);
      clock.advanceMillis(100);
    }

    // 120 s of 100 calls a second; the first window may be used from its first moment on.
    assertThat(granted).isLessThanOrEqualTo(120 * (20 + 2) + 20).isGreaterThan(120 * 18);
  }

  static void calls(RetryBudget budget, Clock clock, int count) {
    for (int i = 0; i < count; i++) {
      budget.call(clock.nanos());
    }
  }

  static int retries(RetryBudget budget) {
    int granted = 0;
    while (budget.tryRetry() != RetryBudget.REFUSED) {
      granted++;
    }
    return granted;
  }
}

package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.ActionChainArbitrary;
import net.jqwik.api.state.Transformer;

/** Rule 5.5: the budget beside a list of all that was granted, whatever is given back, and when. */
class RetryBudgetModelTest {
  private static final double RATIO = 0.5;
  private static final double FLOOR = 0.4;
  private static final long SECOND = 1_000_000_000L;

  private static final class Model {
    private final ManualClock clock = new ManualClock();
    private final RetryBudget budget = BudgetSpec.of(RATIO, FLOOR).create(clock);
    private final List<Long> calls = new ArrayList<>();
    private final List<Granted> granted = new ArrayList<>();

    Model call() {
      budget.call(clock.nanos());
      calls.add(clock.nanos());
      return this;
    }

    Model retry() {
      long receipt = budget.tryRetry();
      if (receipt != RetryBudget.REFUSED) {
        granted.add(new Granted(clock.nanos(), receipt));
      }
      return this;
    }

    /** One of them, whichever: also one that has left the window. */
    Model giveBack(int which) {
      if (!granted.isEmpty()) {
        budget.giveBack(granted.remove(which % granted.size()).receipt());
      }
      budget.giveBack(RetryBudget.REFUSED);
      return this;
    }

    Model pass(int millis) {
      clock.advanceMillis(millis);
      return this;
    }

    void check() {
      long start = clock.nanos() - 10 * SECOND;
      long retries = granted.stream().filter(retry -> retry.at() > start).count();
      // Calls may have left the ten seconds since a retry was granted for them.
      long earned = calls.stream().filter(at -> at > start - 10 * SECOND).count();
      assertThat((double) retries).isLessThanOrEqualTo(RATIO * earned + FLOOR * 10 + 1e-6);
    }
  }

  private record Granted(long at, long receipt) {}

  @Provide
  ActionChainArbitrary<Model> chains() {
    return ActionChain.startWith(Model::new)
        .withAction(3, Action.just("call", Model::call))
        .withAction(4, Action.just("retry", Model::retry))
        .withAction(2, new GiveBack())
        .withAction(2, new Pass())
        .withMaxTransformations(120);
  }

  private static final class GiveBack implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return Arbitraries.integers()
          .between(0, 1000)
          .map(which -> Transformer.transform("give back", model -> model.giveBack(which)));
    }
  }

  private static final class Pass implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return Arbitraries.oneOf(
              Arbitraries.integers().between(0, 1500), Arbitraries.integers().between(5000, 30_000))
          .map(millis -> Transformer.transform(millis + " ms", model -> model.pass(millis)));
    }
  }

  @Property
  void neverGrantsMoreThanCallsAndTimeHaveEarned(@ForAll("chains") ActionChain<Model> chain) {
    chain.withInvariant(Model::check).run();
  }

  /** Nothing that was given back counts against, and nothing counts for ever. */
  @Property
  void whatIsIdleHasItsWholeFloorAgain(@ForAll("chains") ActionChain<Model> chain) {
    Model model = chain.run();
    model.pass(22_000);

    for (int i = 0; i < FLOOR * 10; i++) {
      assertThat(model.budget.tryRetry()).isNotEqualTo(RetryBudget.REFUSED);
    }
    assertThat(model.budget.tryRetry()).isEqualTo(RetryBudget.REFUSED);
  }
}

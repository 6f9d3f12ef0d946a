package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.policy.WaitingLimit;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.ActionChainArbitrary;
import net.jqwik.api.state.Transformer;

/** Rule 4.7: the places of the waiting room beside a count for each pool. */
class WaitingRoomModelTest {
  private static final int MAX = 4;
  private static final int MAX_OF_A_POOL = 2;

  /** Every pool has eight threads. */
  private static final class Pools extends ThreadPools {
    Pools() {
      super(new VirtualTime());
    }

    @Override
    int threadsOf(String pool) {
      return 8;
    }

    @Override
    int threads() {
      return 100;
    }
  }

  private static final class Model {
    private final WaitingRoom room =
        new WaitingRoom(WaitingLimit.of(0.25, MAX), new Pools(), () -> true);
    private final Map<String, WaitPermit> places = new HashMap<>();
    private final Map<String, Boolean> taken = new HashMap<>();

    private WaitPermit place(String pool, int number) {
      return places.computeIfAbsent(pool + number, key -> new WaitPermit(room));
    }

    private static Thread thread(String pool, int number) {
      return new Thread(null, () -> {}, pool + number);
    }

    private long taken(String pool) {
      return taken.entrySet().stream()
          .filter(entry -> entry.getKey().startsWith(pool) && entry.getValue())
          .count();
    }

    /** A caller may ask for its place again, and gets none that it has. */
    Model take(String pool, int number) {
      boolean has = taken.getOrDefault(pool + number, false);
      boolean fits = has || (taken("") < MAX && taken(pool) < MAX_OF_A_POOL);

      assertThat(place(pool, number).take(thread(pool, number), Long.MAX_VALUE)).isEqualTo(fits);
      taken.put(pool + number, fits);
      return this;
    }

    Model giveBack(String pool, int number) {
      place(pool, number).giveBack();
      taken.put(pool + number, false);
      return this;
    }
  }

  @Provide
  ActionChainArbitrary<Model> chains() {
    return ActionChain.startWith(Model::new)
        .withAction(3, new Take())
        .withAction(2, new GiveBack())
        .withMaxTransformations(60);
  }

  private static final Arbitrary<String> POOLS = Arbitraries.of("a", "b", "c");
  private static final Arbitrary<Integer> NUMBERS = Arbitraries.integers().between(0, 3);

  private static final class Take implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return Combinators.combine(POOLS, NUMBERS)
          .as((pool, n) -> Transformer.transform("take " + pool + n, m -> m.take(pool, n)));
    }
  }

  private static final class GiveBack implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return Combinators.combine(POOLS, NUMBERS)
          .as(
              (pool, n) ->
                  Transformer.transform("give back " + pool + n, m -> m.giveBack(pool, n)));
    }
  }

  @Property
  void thereAreAsManyPlacesAsWereNotTaken(@ForAll("chains") ActionChain<Model> chain) {
    Model model = chain.run();
    model.places.values().forEach(WaitPermit::giveBack);

    for (String pool : new String[] {"a", "a", "b", "b"}) {
      assertThat(model.room.tryAcquire(pool + "*")).isTrue();
    }
    assertThat(model.room.tryAcquire("c*")).isFalse();
  }
}

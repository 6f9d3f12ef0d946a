package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Rule 4.7: the places of the waiting room beside a count for each host. */
class WaitingRoomModelTest {
  private static final int MAX = 4;
  private static final int MAX_OF_A_HOST = 2;

  private static final class Model {
    private final WaitingRoom room = new WaitingRoom(MAX);
    private final Map<String, WaitPermit> places = new HashMap<>();
    private final Map<String, Boolean> taken = new HashMap<>();

    private WaitPermit place(String host, int number) {
      return places.computeIfAbsent(
          host + number, key -> new WaitPermit(room, host, MAX_OF_A_HOST));
    }

    private long taken(String host) {
      return taken.entrySet().stream()
          .filter(entry -> entry.getKey().startsWith(host) && entry.getValue())
          .count();
    }

    /** A caller may ask for its place again, and gets none that it has. */
    Model take(String host, int number) {
      boolean has = taken.getOrDefault(host + number, false);
      boolean fits = has || (taken("") < MAX && taken(host) < MAX_OF_A_HOST);

      assertThat(place(host, number).take()).isEqualTo(fits);
      taken.put(host + number, fits);
      return this;
    }

    Model giveBack(String host, int number) {
      place(host, number).giveBack();
      taken.put(host + number, false);
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

  private static final Arbitrary<String> HOSTS = Arbitraries.of("a", "b", "c");
  private static final Arbitrary<Integer> NUMBERS = Arbitraries.integers().between(0, 3);

  private static final class Take implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return Combinators.combine(HOSTS, NUMBERS)
          .as((host, n) -> Transformer.transform("take " + host + n, m -> m.take(host, n)));
    }
  }

  private static final class GiveBack implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return Combinators.combine(HOSTS, NUMBERS)
          .as(
              (host, n) ->
                  Transformer.transform("give back " + host + n, m -> m.giveBack(host, n)));
    }
  }

  @Property
  void thereAreAsManyPlacesAsWereNotTaken(@ForAll("chains") ActionChain<Model> chain) {
    Model model = chain.run();
    model.places.values().forEach(WaitPermit::giveBack);

    for (String host : new String[] {"a", "a", "b", "b"}) {
      assertThat(model.room.takePlace(host, MAX_OF_A_HOST)).isTrue();
    }
    assertThat(model.room.takePlace("c", MAX_OF_A_HOST)).isFalse();
  }
}

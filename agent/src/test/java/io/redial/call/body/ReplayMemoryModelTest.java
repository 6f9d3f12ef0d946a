package io.redial.call.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

/**
 * Rules 6.1 to 6.5: several calls copy their bodies at once, read, begin again and end in any
 * order. What an attempt reads is the body from its beginning; the memory is never below 0, never
 * above its limit, and 0 once all calls have ended.
 */
class ReplayMemoryModelTest {
  private static final int CALLS = 3;
  private static final int LENGTH = 600;
  private static final int MAX = 500;
  private static final int MAX_OF_ALL = 1200;

  /** One call's body: what its present attempt has read so far. */
  private static final class Body {
    private final byte[] bytes = new byte[LENGTH];
    private final InputStream source;
    private final BodyCopy copy;
    private InputStream attempt;
    private ByteArrayOutputStream read = new ByteArrayOutputStream();
    private boolean committed;

    Body(ReplayMemory memory, int number) {
      for (int i = 0; i < LENGTH; i++) {
        bytes[i] = (byte) (i * 7 + number);
      }
      source = new ByteArrayInputStream(bytes);
      copy = new BodyCopy(new ReplayBuffer(memory, MAX), () -> true);
      attempt = copy.pull(source);
    }

    void read(int count) {
      byte[] buffer = new byte[count];
      try {
        int got = attempt.read(buffer, 0, count);
        if (got > 0) {
          read.write(buffer, 0, got);
        } else {
          assertThat(got == 0 ? count : LENGTH).isEqualTo(got == 0 ? 0 : read.size());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      assertThat(read.toByteArray()).isEqualTo(Arrays.copyOf(bytes, read.size()));
    }

    /** A further attempt, as a driver makes it: only of a body that can be sent again. */
    void again() {
      if (!committed && copy.repeatable()) {
        copy.fence();
        attempt = copy.pull(source);
        read = new ByteArrayOutputStream();
      }
    }

    void commit() {
      committed = true;
      copy.commit();
    }

    /** The client closes what it was given, read to its end or not. */
    void end() {
      commit();
      try {
        attempt.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Model {
    private final ReplayMemory memory = new ReplayMemory(MAX_OF_ALL);
    private final List<Body> bodies = new ArrayList<>();

    Model() {
      for (int i = 0; i < CALLS; i++) {
        bodies.add(new Body(memory, i));
      }
    }

    Body body(int number) {
      return bodies.get(number);
    }

    void check() {
      assertThat(memory.held()).isBetween(0L, (long) MAX_OF_ALL);
    }
  }

  private static final Arbitrary<Integer> NUMBERS = Arbitraries.integers().between(0, CALLS - 1);

  private static final class Read implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return Combinators.combine(NUMBERS, Arbitraries.integers().between(0, 250))
          .as((n, count) -> Transformer.mutate("read " + n, m -> m.body(n).read(count)));
    }
  }

  private static final class Again implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return NUMBERS.map(n -> Transformer.mutate("again " + n, m -> m.body(n).again()));
    }
  }

  private static final class Commit implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return NUMBERS.map(n -> Transformer.mutate("commit " + n, m -> m.body(n).commit()));
    }
  }

  @Provide
  ActionChainArbitrary<Model> chains() {
    return ActionChain.startWith(Model::new)
        .withAction(6, new Read())
        .withAction(2, new Again())
        .withAction(1, new Commit())
        .withMaxTransformations(60);
  }

  @Property
  void everyAttemptReadsTheWholeBodyAndAllMemoryComesBack(
      @ForAll("chains") ActionChain<Model> chain) {
    Model model = chain.withInvariant(Model::check).run();

    model.bodies.forEach(Body::end);
    assertThat(model.memory.held()).isZero();
  }
}

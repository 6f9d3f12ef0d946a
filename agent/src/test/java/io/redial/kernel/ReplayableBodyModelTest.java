package io.redial.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.call.body.ReplayBuffer;
import io.redial.call.body.ReplayMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.Transformer;

/**
 * Any interleaving of attempts, of what the source gives, and of how a call can go on and end: each
 * attempt gets the same bytes or is told that it does not (rules 6.1 to 6.5).
 */
final class ReplayableBodyModelTest {
  private static final int LIMIT = 40;

  /** A body beside what its source has given. */
  private static final class Model {
    final ReplayMemory memory = new ReplayMemory(10_000);
    final ReplayableBody body = new ReplayableBody(new ReplayBuffer(memory, LIMIT));
    final List<Byte> given = new ArrayList<>();
    final List<Attempt> attempts = new ArrayList<>();

    Attempt latest() {
      return attempts.isEmpty() ? null : attempts.get(attempts.size() - 1);
    }

    void check() {
      for (Attempt attempt : attempts) {
        assertThat(attempt.got).isEqualTo(given.subList(0, attempt.got.size()));
      }
      Attempt latest = latest();
      if (latest != null && latest.cursor.pastCopy && body.isCurrent(latest.cursor)) {
        assertThat(latest.got).isEqualTo(given); // Nothing was left out, and nothing came twice.
      }
      if (body.repeatable()) {
        assertThat(allOf(new ReplayCursor())).isEqualTo(given);
      }
      if (body.committed && (latest == null || latest.cursor.pastCopy)) {
        assertThat(memory.held()).isZero();
      }
    }

    /** What one more attempt would get of the copy; it is not begun. */
    private List<Byte> allOf(ReplayCursor cursor) {
      List<Byte> all = new ArrayList<>();
      for (ByteBuffer next = body.copied(cursor); next != null; next = body.copied(cursor)) {
        while (next.hasRemaining()) {
          all.add(next.get());
        }
      }
      return all;
    }
  }

  private static final class Attempt {
    final ReplayCursor cursor = new ReplayCursor();
    final List<Byte> got = new ArrayList<>();
  }

  @Property(tries = 2000)
  void eachAttemptGetsTheSameBytesOrNone(@ForAll("chains") ActionChain<Model> chain) {
    chain.run();
  }

  @Provide
  Arbitrary<ActionChain<Model>> chains() {
    return ActionChain.startWith(Model::new)
        .withAction(3, new Step("begin", ReplayableBodyModelTest::begin))
        .withAction(8, new OfBytes("read", 1, 9, ReplayableBodyModelTest::read))
        .withAction(8, new OfBytes("give", 0, 12, ReplayableBodyModelTest::give))
        .withAction(1, new OfBytes("lose", 1, 5, ReplayableBodyModelTest::giveUncopied))
        .withAction(1, new Step("fence", model -> model.body.fence()))
        .withAction(1, new Step("fail", model -> model.body.fail()))
        .withAction(1, new Step("commit", model -> model.body.commit()))
        .withAction(1, new Step("close", model -> model.body.close()))
        .withMaxTransformations(40);
  }

  /** A call makes a further attempt only where the body can be sent again. */
  private static void begin(Model model) {
    if (model.attempts.isEmpty() ? !model.body.committed : model.body.repeatable()) {
      Attempt next = new Attempt();
      model.attempts.add(next);
      model.body.begin(next.cursor);
    }
  }

  /** Any attempt can try to read, whether it is the one under way or not. */
  private static void read(Model model, int count) {
    for (Attempt attempt : model.attempts) {
      if (model.body.isCurrent(attempt.cursor)) {
        ByteBuffer piece = model.body.piece(attempt.cursor);
        for (int i = 0; piece != null && i < count && piece.hasRemaining(); i++) {
          attempt.got.add(piece.get());
        }
      }
    }
  }

  /** The source gives to the attempt that is past the copy; between two attempts to none. */
  private static void give(Model model, int count) {
    Attempt latest = model.latest();
    boolean reads = latest != null && model.body.isCurrent(latest.cursor);
    if (reads && !latest.cursor.pastCopy) {
      return;
    }
    byte[] bytes = next(model, count);
    if (reads) {
      model.body.append(ByteBuffer.wrap(bytes), latest.cursor);
    } else if (!model.body.offer(ByteBuffer.wrap(bytes), null)) {
      return; // The source keeps it.
    }
    for (byte one : bytes) {
      model.given.add(one);
      if (reads) {
        latest.got.add(one);
      }
    }
  }

  /** A write of an attempt that was given up on comes late, and cannot be copied any more. */
  private static void giveUncopied(Model model, int count) {
    Attempt latest = model.latest();
    if (latest != null && !model.body.isCurrent(latest.cursor) && latest.cursor.pastCopy) {
      byte[] bytes = next(model, count + LIMIT);
      assertThat(model.body.append(ByteBuffer.wrap(bytes), null)).isFalse();
      assertThat(model.body.repeatable()).isFalse();
    }
  }

  private static byte[] next(Model model, int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (model.given.size() + i);
    }
    return bytes;
  }

  private record Step(String name, Consumer<Model> does) implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return Arbitraries.just(
          Transformer.mutate(
              name,
              model -> {
                does.accept(model);
                model.check();
              }));
    }
  }

  private record OfBytes(String name, int least, int most, ObjIntConsumer<Model> does)
      implements Action.Independent<Model> {
    @Override
    public Arbitrary<Transformer<Model>> transformer() {
      return Arbitraries.integers()
          .between(least, most)
          .map(
              count ->
                  Transformer.mutate(
                      name + " " + count,
                      model -> {
                        does.accept(model, count);
                        model.check();
                      }));
    }
  }
}

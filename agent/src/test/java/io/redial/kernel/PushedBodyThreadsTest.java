package io.redial.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.kernel.FakeWorld.Kind;
import io.redial.kernel.FakeWorld.Start;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * The client's thread brings bytes while the application's asks for them and the call's goes on:
 * signals do not overlap, and the body comes to its end (rule 10.5).
 */
final class PushedBodyThreadsTest {
  private static final int BODIES = 500;
  private static final List<Kind> KINDS = List.of(Kind.VERBATIM, Kind.LINES);
  private static final List<Start> STARTS =
      List.of(Start.OFFERED, Start.HELD, Start.HELD_AND_REPLACED);

  @Test
  void threadsThatMeetGiveTheConsumerOneBody() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int i = 0; i < BODIES; i++) {
        meet(threads, new Random(i));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Otherwise the client reports the loss of its response in the place of that exception. */
  @Test
  @SuppressWarnings("FutureReturnValueIgnored") // It only looks.
  void aConsumerIsToldWhatItThrewBeforeItsResponseIsDropped() {
    FakeWorld world = new FakeWorld(Kind.VERBATIM, Start.HELD, Demand.Unit.ITEMS);
    IllegalArgumentException thrown = new IllegalArgumentException("the consumer's");
    world.consumer.onPiece =
        () -> {
          throw thrown;
        };
    world.begin();
    world.body.taken();
    world.connection.connect();
    world.connection.send(9);
    AtomicReference<Boolean> wasDropped = new AtomicReference<>();
    world.body.result().whenComplete((none, failure) -> wasDropped.set(world.connection.isDropped));

    world.consumer.request(1);

    assertThat(world.consumer.failure).isSameAs(thrown);
    assertThat(wasDropped.get()).isFalse();
    assertThat(world.connection.isDropped).isTrue();
  }

  private static void meet(ExecutorService threads, Random random) throws Exception {
    Kind kind = KINDS.get(random.nextInt(KINDS.size()));
    Start start = STARTS.get(random.nextInt(STARTS.size()));
    Demand.Unit unit = random.nextBoolean() ? Demand.Unit.ITEMS : Demand.Unit.BYTES;
    FakeWorld world = new FakeWorld(kind, start, unit, 1 + random.nextInt(20), false);
    world.fails = Math.max(0, random.nextInt(40) - 20);
    world.begin();
    long seed = random.nextLong();
    Future<?> application = threads.submit(() -> ask(world, new Random(seed)));
    Future<?> call =
        threads.submit(
            () -> {
              world.body.taken();
              if (world.body.isReplaced()) {
                world.body.clientResult().join();
                world.body.returned();
              }
            });
    world.connection.connect();
    while (world.body.state() != PushedBody.State.ENDED) {
      if (unit == Demand.Unit.BYTES) {
        world.connection.connect();
      }
      world.connection.send(1 + random.nextInt(9));
      if (world.connection.position == FakeWorld.SIZE) {
        world.connection.finish(false);
      }
    }
    application.get(10, TimeUnit.SECONDS);
    call.get(10, TimeUnit.SECONDS);
    byte[] got = world.consumer.got.toByteArray();
    assertThat(got).isEqualTo(Arrays.copyOf(world.seen(FakeWorld.SIZE), got.length));
    assertThat(world.consumer.failure).isNull();
    assertThat(got).hasSize(FakeWorld.SIZE);
  }

  /** Bytes are asked for only in the place of those that were read. */
  private static void ask(FakeWorld world, Random random) {
    int replaced = 0;
    while (world.body.state() != PushedBody.State.ENDED) {
      if (world.unit == Demand.Unit.ITEMS) {
        world.consumer.request(1 + random.nextInt(3));
      } else if (world.consumer.handle != null) {
        int read = world.consumer.got.size();
        world.consumer.request(read - replaced);
        replaced = read;
      }
      Thread.onSpinWait();
    }
  }
}

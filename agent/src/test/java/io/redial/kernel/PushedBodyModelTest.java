package io.redial.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.kernel.FakeWorld.Kind;
import io.redial.kernel.FakeWorld.Start;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Any interleaving of bytes, demand, cuts, the client's return, cancellation and faults, for
 * clients that count items, bytes or nothing: the consumer gets each byte once and in order, one
 * signal at a time and no more than it asks for, and nothing is left waiting (rules 1.4, 8 and 10).
 */
final class PushedBodyModelTest {

  @Property(tries = 20_000)
  void theConsumerGetsOneBody(
      @ForAll Kind kind,
      @ForAll Start start,
      @ForAll Demand.Unit unit,
      @ForAll @IntRange(min = 1, max = 30) int window,
      @ForAll @IntRange(max = 9) int grants,
      @ForAll boolean reads,
      @ForAll @IntRange(max = 24) int fails,
      @ForAll @Size(max = 60) List<@IntRange(max = 999) Integer> steps) {
    FakeWorld world = new FakeWorld(kind, start, unit, window, reads);
    world.consumer.grants = unit == Demand.Unit.BYTES ? grants : 0;
    world.fails = Math.max(0, fails - 4); // Often none.
    world.begin();
    for (int step : steps) {
      take(world, step % 22, step / 22);
      check(world);
    }
    settle(world);
    check(world);
    checkEnd(world);
  }

  @Example
  void aConsumerThatTheClientTellsNothingIsJustReleased() {
    FakeWorld world = new FakeWorld(Kind.VERBATIM, Start.HELD, Demand.Unit.BYTES);
    world.cuts = 4; // The body is not resumed.
    world.consumer.mayBeReleased = true;
    world.begin();
    world.connection.send(3);
    world.signals.failedQuietly(new IOException("cut"));

    assertThat(world.body.result()).isCompletedExceptionally();
    assertThat(world.consumer.failure).isNull();
    assertThat(world.consumer.releases).isEqualTo(1);
  }

  private static void take(FakeWorld world, int what, int size) {
    FakeWorld.Consumer consumer = world.consumer;
    switch (what) {
      case 0, 1, 2, 3 -> world.connection.send(1 + size % 17);
      case 4 -> world.connection.finish(size % 3 == 0);
      case 5, 6 -> world.connection.connect();
      case 7, 8 -> consumer.request(1 + size % 9);
      case 9, 10 -> returned(world);
      case 11 -> world.body.taken();
      case 12, 13 -> answer(world, size % 2 == 0);
      case 14 -> consumer.onPiece = () -> consumer.request(1);
      case 15 -> consumer.onPiece = size % 5 == 0 ? PushedBodyModelTest::fail : () -> {};
      case 16 -> cancel(world, size);
      case 17 -> endDraining(world, size);
      case 18 -> stop(world, size);
      case 19 -> suspend(world, size);
      case 20 -> consumer.readsAtMost = size % 12;
      default -> {
        consumer.onPiece = () -> {};
        consumer.onHead = size % 9 == 0 ? PushedBodyModelTest::fail : () -> {};
      }
    }
  }

  private static void fail() {
    throw new IllegalArgumentException("the consumer's");
  }

  private static void cancel(FakeWorld world, int size) {
    if (size % 5 == 0 && world.consumer.handle != null) {
      world.consumer.isCancelled = true;
      world.body.cancel();
    }
  }

  private static void suspend(FakeWorld world, int size) {
    if (world.reads && world.consumer.handle != null && size % 2 == 0) {
      world.body.request(0);
    } else if (world.reads) {
      world.body.offerAgain();
    }
  }

  private static void endDraining(FakeWorld world, int size) {
    if (size % 4 == 0) {
      world.body.drainedTooLong();
    } else if (size % 4 == 1) {
      world.body.stopDraining();
    }
  }

  private static void stop(FakeWorld world, int size) {
    if (size % 9 == 0) {
      world.body.stop(new IllegalArgumentException("stopped"));
    } else if (size % 9 == 1) {
      world.body.expire(new IllegalArgumentException("expired"));
    }
  }

  /** The client returns a response once it has its body, unless that is not replaced. */
  private static void returned(FakeWorld world) {
    if (!world.isReturned && world.body.isReplaced() && world.body.clientResult().isDone()) {
      world.isReturned = true;
      world.body.returned();
    }
  }

  private static void answer(FakeWorld world, boolean withHead) {
    FakeWorld.Request request = world.requested;
    if (request != null && !request.isSent) {
      try {
        request.answer(withHead);
      } catch (IllegalStateException fault) {
        world.body.bypass(fault);
      }
    }
  }

  /** Everything that is still to happen happens. */
  private static void settle(FakeWorld world) {
    for (int i = 0; i < 200 && world.body.state() != PushedBody.State.ENDED; i++) {
      world.connection.connect();
      world.body.taken();
      returned(world);
      answer(world, false);
      if (world.consumer.grants == 0) {
        world.consumer.request(50);
      }
      world.consumer.readsAtMost = 9;
      world.body.offerAgain();
      world.connection.send(7);
      if (world.connection.position == FakeWorld.SIZE) {
        world.connection.finish(false);
      }
    }
  }

  private static void check(FakeWorld world) {
    byte[] got = world.consumer.got.toByteArray();
    byte[] all = world.seen(FakeWorld.SIZE);
    assertThat(got).isEqualTo(Arrays.copyOf(all, got.length));
    if (world.unit == Demand.Unit.ITEMS) {
      assertThat((long) world.consumer.pieces).isLessThanOrEqualTo(world.consumer.allowed);
    }
  }

  private static void checkEnd(FakeWorld world) {
    FakeWorld.Consumer consumer = world.consumer;
    byte[] got = consumer.got.toByteArray();
    assertThat(world.body.state() == PushedBody.State.ENDED || consumer.isCancelled).isTrue();
    if (consumer.handle == null && !consumer.isOver) {
      assertThat(world.body.clientResult()).isDone();
      return;
    }
    assertThat(consumer.isOver || consumer.isCancelled).isTrue();
    boolean isWhole = got.length == world.seen(FakeWorld.SIZE).length;
    if (consumer.isOver && consumer.failure == null && !consumer.isCancelled) {
      assertThat(isWhole).isTrue();
      assertThat(consumer.trailers).isEqualTo(world.reads ? null : "trailers");
    }
    assertThat(consumer.releases).isEqualTo(consumer.isOver && !world.reads ? 1 : 0);
    if (world.cuts == 0
        && !consumer.isCancelled
        && (world.kind != Kind.FILTERED || world.resumer == null)) {
      // A fault costs nothing of a response that does not break off.
      boolean isOwn = consumer.failure instanceof IllegalArgumentException;
      assertThat(isOwn || (isWhole && consumer.failure == null)).isTrue();
    }
    if (consumer.isOver && !consumer.isCancelled && !world.reads) {
      assertThat(world.body.result()).isDone();
    }
  }
}

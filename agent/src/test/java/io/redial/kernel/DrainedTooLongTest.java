package io.redial.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.kernel.FakeWorld.Kind;
import io.redial.kernel.FakeWorld.Start;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What comes from other threads while the application's handler is asked for a consumer. */
final class DrainedTooLongTest {
  private final FakeWorld world =
      new FakeWorld(Kind.VERBATIM, Start.DRAINED_OR_PROMOTED, Demand.Unit.ITEMS);

  @BeforeEach
  void drainsLessThanTheBody() {
    world.begin();
    world.connection.connect();
    world.connection.send(5);
    world.consumer.grants = Integer.MAX_VALUE;
  }

  @Test
  void theHandlerIsAskedOnceThoughTheClockRunsOutMeanwhile() {
    world.consumer.onHead = world.body::drainedTooLong;

    world.body.drainedTooLong();
    world.connection.send(FakeWorld.SIZE);
    world.connection.finish(false);

    assertThat(world.consumer.got.toByteArray()).isEqualTo(FakeWorld.whole());
    assertThat(world.consumer.trailers).isEqualTo("trailers");
  }

  @Test
  void theBodyIsNotStoppedMeanwhile() {
    boolean[] stopped = {true};
    world.consumer.onHead = () -> stopped[0] = world.body.stopDraining();

    world.body.drainedTooLong();
    world.connection.send(FakeWorld.SIZE);
    world.connection.finish(false);

    assertThat(stopped[0]).isFalse();
    assertThat(world.consumer.got.toByteArray()).isEqualTo(FakeWorld.whole());
  }
}

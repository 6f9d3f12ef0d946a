package io.redial.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.redial.kernel.FakeWorld.Kind;
import io.redial.kernel.FakeWorld.Start;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Rules 1.1, 1.5 and 10.5 for consumers that read by themselves what they are offered. */
final class OfferedContentTest {

  @Test
  void aConsumerThatReadsLittleAtATimeGetsAllThatIsThere() {
    FakeWorld world = passing(Kind.VERBATIM);
    world.consumer.readsAtMost = 3;

    world.connection.send(20);

    assertThat(world.consumer.got.toByteArray()).isEqualTo(first(20));
  }

  @Test
  void whatASuspendedConsumerHasLeftComesWhenItRequestsInput() {
    FakeWorld world = passing(Kind.VERBATIM);
    world.consumer.readsAtMost = 3;
    world.consumer.onPiece = () -> world.body.request(0);
    world.connection.send(20);
    assertThat(world.consumer.got.toByteArray()).isEqualTo(first(3));
    world.consumer.onPiece = () -> {};

    world.body.request(1);

    assertThat(world.consumer.got.toByteArray()).isEqualTo(first(20));
  }

  @Test
  void aConsumerThatDoesNotReadIsAskedAgain() {
    FakeWorld world = passing(Kind.VERBATIM);
    world.consumer.readsAtMost = 0;
    world.connection.send(20);
    assertThat(world.consumer.got.size()).isZero();
    assertThat(world.unread).isEqualTo(1);
    assertThat(world.connection.isPaused()).as("more would have to be kept").isTrue();
    world.consumer.readsAtMost = 30;

    world.body.offerAgain();

    assertThat(world.consumer.got.toByteArray()).isEqualTo(first(20));
    assertThat(world.connection.isPaused()).isFalse();
  }

  @Test
  void theOrderlyEndIsToldAfterWhatIsLeft() {
    FakeWorld world = passing(Kind.LINES);
    world.consumer.readsAtMost = 0;
    world.connection.send(FakeWorld.SIZE);
    world.connection.finish(false);
    assertThat(world.consumer.isCompleted).isFalse();
    world.consumer.readsAtMost = FakeWorld.SIZE;

    while (world.connection.position < FakeWorld.SIZE || !world.consumer.isOver) {
      world.body.offerAgain();
      world.connection.send(FakeWorld.SIZE);
      world.connection.finish(false);
    }

    assertThat(world.consumer.got.toByteArray()).isEqualTo(FakeWorld.whole());
    assertThat(world.consumer.isCompleted).isTrue();
    assertThat(world.consumer.failure).isNull();
  }

  @Test
  void aConsumerThatReadsOnGetsMoreFromTheClientAtOnce() {
    FakeWorld world = passing(Kind.VERBATIM);
    world.consumer.isSpinning = true;

    world.connection.send(FakeWorld.SIZE);

    assertThat(world.consumer.got.toByteArray()).isEqualTo(FakeWorld.whole());
  }

  /** It would keep the thread for ever, and the end could not come. */
  @Test
  void oneThatReadsOnWhereTheClientDoesNotCallIsOfferedTheRestLater() {
    FakeWorld world = passing(Kind.VERBATIM);
    world.consumer.readsAtMost = 0;
    world.connection.send(20);
    world.consumer.readsAtMost = 30;
    world.consumer.isSpinning = true;

    world.body.offerAgain();

    assertThat(world.consumer.got.toByteArray()).isEqualTo(first(20));
    assertThat(world.consumer.failure).isNull();

    world.connection.send(FakeWorld.SIZE);

    assertThat(world.consumer.got.toByteArray()).isEqualTo(FakeWorld.whole());
  }

  @Test
  void oneThatReadsOnPastACutGetsTheClientsFailure() {
    FakeWorld world = passing(Kind.VERBATIM);
    world.consumer.isSpinning = true;
    IOException cut = new IOException("cut");

    assertThatThrownBy(
            () ->
                world.signals.offers(
                    into -> {
                      throw cut;
                    },
                    () -> false))
        .isSameAs(cut);
  }

  @Test
  void nothingIsDeliveredOnceItIsAborted() {
    FakeWorld world = passing(Kind.VERBATIM);
    world.consumer.readsAtMost = 0;
    world.connection.send(20);
    IOException why = new IOException("stopped");

    world.body.abort(why);
    world.consumer.readsAtMost = 20;
    world.body.offerAgain();

    assertThat(world.consumer.got.size()).isZero();
    assertThat(world.consumer.failure).isSameAs(why);
    assertThat(world.connection.isDropped).isTrue();
  }

  @Test
  void whatTheConsumerThrowsIsTheClientsWhileThatCalls() {
    FakeWorld world = passing(Kind.VERBATIM);
    IllegalArgumentException thrown = new IllegalArgumentException("the consumer's");
    world.consumer.onPiece =
        () -> {
          throw thrown;
        };

    world.connection.send(20);

    assertThat(world.connection.thrown).isSameAs(thrown);
    assertThat(world.consumer.failure).isSameAs(thrown);
  }

  @Test
  void whatTheConsumerThrowsLaterEndsTheBody() {
    FakeWorld world = passing(Kind.VERBATIM);
    world.consumer.readsAtMost = 0;
    world.connection.send(20);
    IllegalArgumentException thrown = new IllegalArgumentException("the consumer's");
    world.consumer.readsAtMost = 20;
    world.consumer.onPiece =
        () -> {
          throw thrown;
        };

    world.body.offerAgain();

    assertThat(world.consumer.failure).isSameAs(thrown);
    assertThat(world.connection.isDropped).isTrue();
  }

  @Test
  void aConnectionThatTheClientHasBackIsLeftAlone() {
    FakeWorld world = new FakeWorld(Kind.VERBATIM, Start.DRAINED, Demand.Unit.SWITCH, 10, true);
    world.begin();
    world.connection.connect();
    world.connection.send(5);

    world.signals.disconnected();
    world.body.drainedTooLong(); // It was about to run when the body ended.

    assertThat(world.connection.isDropped).isFalse();
  }

  @Test
  void aBodyThatTakesTooLongLosesItsConnection() {
    FakeWorld world = new FakeWorld(Kind.VERBATIM, Start.DRAINED, Demand.Unit.SWITCH, 10, true);
    world.begin();
    world.connection.connect();
    world.connection.send(5);

    world.body.drainedTooLong();

    assertThat(world.connection.isDropped).isTrue();
    assertThat(world.signals.isLeft()).isTrue();
  }

  private static FakeWorld passing(Kind kind) {
    FakeWorld world = new FakeWorld(kind, Start.OFFERED, Demand.Unit.SWITCH, 10, true);
    world.begin();
    world.connection.connect();
    world.body.returned();
    return world;
  }

  private static byte[] first(int count) {
    return Arrays.copyOf(FakeWorld.whole(), count);
  }
}

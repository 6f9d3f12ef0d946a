package io.redial.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.redial.kernel.UploadWorld.Connection;
import io.redial.kernel.UploadWorld.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What clients and sources of request bodies do that took time to find out. */
final class AsyncUploadTest {
  private static final int PLENTY = 100;

  private final List<String> seen = Collections.synchronizedList(new ArrayList<>());

  /** Rules 1.1 and 5.4: the thread that cancels may hold a lock that the producer waits for. */
  @Test
  void aCallIsCancelledWhileItsProducerIsAtWork() throws Exception {
    UploadWorld world = begun(Kind.REPEATABLE, 3);
    world.source.onProduce =
        () -> {
          onAnotherThread(world.upload::commit);
          onAnotherThread(world.upload::close);
          seen.add("produced");
        };

    assertThat(world.latest().asks(PLENTY)).isTrue();

    assertThat(seen).containsExactly("produced");
    assertThat(world.latest().isEnded).isTrue();
  }

  /** Rule 6.3: what is late of one attempt does not touch the next. */
  @Test
  void theNextAttemptBeginsWhenTheProducerHasReturned() throws Exception {
    UploadWorld world = begun(Kind.REPEATABLE, 3);
    Connection first = world.latest();
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    world.source.onProduce =
        () -> {
          entered.countDown();
          await(release);
          seen.add("produced");
        };
    CompletableFuture<?> sending = CompletableFuture.runAsync(() -> first.asks(PLENTY));
    await(entered);

    Upload<Connection, Connection> second = new Upload<>();
    CompletableFuture<Boolean> begun =
        CompletableFuture.supplyAsync(() -> world.upload.begin(second))
            .whenComplete((begins, thrown) -> seen.add("begun"));
    release.countDown();
    sending.get(10, TimeUnit.SECONDS);

    assertThat(begun.get(10, TimeUnit.SECONDS)).as("the producer begins again").isTrue();
    assertThat(seen).containsExactly("produced", "begun");
    world.upload.released(first.upload);
    assertThat(world.source.resets).isZero();
  }

  /** Rule 6.1: some of a failed write may be gone, so the source goes on as if all of it was. */
  @Test
  void aBrokenConnectionIsToldToTheClientWhenTheSourceHasReturned() {
    for (Kind kind : List.of(Kind.SHARED, Kind.LENT, Kind.LENT_CHUNKED)) {
      UploadWorld world = begun(kind, 20);
      Connection first = world.latest();
      first.breaksAfter = 4;

      first.capacity = PLENTY;
      assertThatThrownBy(() -> world.upload.produce(first.upload, first, first))
          .hasMessage("broken");

      assertThat(world.source.told).isNull();
      assertThat(world.source.position).isEqualTo(20);
      first.isOver = true;
      world.upload.fence();
      world.next();
      assertThat(world.latest().asks(PLENTY)).isTrue();
      assertThat(world.latest().got.toByteArray()).isEqualTo(world.whole);
      assertThat(world.latest().isEnded).isTrue();
    }
  }

  @Test
  void aSourceLearnsThatItsConnectionBrokeIfNoAttemptCanFollow() {
    UploadWorld world = begun(Kind.LENT, 20);
    Connection first = world.latest();
    first.breaksAfter = 4;
    world.canFollow = false;

    assertThat(first.asks(PLENTY)).isFalse();

    assertThat(world.source.told).hasMessage("broken");
    assertThat(world.upload.repeatable()).isFalse();
  }

  /** It might go on writing for ever, on the client's own thread. */
  @Test
  void aSourceLearnsThatItsConnectionBrokeIfTheCopyIsFull() {
    UploadWorld world = begun(Kind.LENT_CHUNKED, 60);
    Connection first = world.latest();
    first.breaksAfter = 4;

    assertThat(first.asks(PLENTY)).isFalse();

    assertThat(world.source.told).hasMessage("broken");
    assertThat(world.upload.repeatable()).isFalse();
  }

  /** Rules 6.1 and 2.2: an exception of the source's own is the caller's, whatever its type. */
  @Test
  void whatASourceThrowsIsRethrownAndNeverRetried() {
    for (Kind kind : List.of(Kind.SHARED, Kind.LENT)) {
      UploadWorld world = begun(kind, 20);
      RuntimeException own = new IllegalArgumentException("the source's");
      world.source.thrown = own;
      Connection first = world.latest();

      assertThatThrownBy(() -> world.upload.produce(first.upload, first, first)).isSameAs(own);

      assertThat(world.upload.repeatable()).isFalse();
    }
  }

  /** Rule 1.4: an attempt that is past the copy needs it no more. */
  @Test
  void aBodyIsSentWithoutACopyThatCannotBeMade() {
    for (Kind kind : List.of(Kind.SHARED, Kind.LENT, Kind.LENT_CHUNKED)) {
      UploadWorld world = begun(kind, 20);
      world.store.fails = 2;

      assertThat(world.latest().asks(PLENTY)).isTrue();
      assertThat(world.latest().asks(PLENTY)).isTrue();

      assertThat(world.latest().got.toByteArray()).isEqualTo(world.whole);
      assertThat(world.upload.repeatable()).isFalse();
      assertThat(world.faults).hasSize(1);
    }
  }

  @Test
  void aCopyThatCannotBeReadBreaksTheAttempt() throws IOException {
    UploadWorld world = begun(Kind.SHARED, 20);
    world.latest().asks(12);
    world.upload.fence();
    world.latest().isOver = true;
    world.next();
    Connection second = world.latest();
    world.store.fails = 2;
    second.capacity = PLENTY;

    assertThatThrownBy(() -> world.upload.produce(second.upload, second, second))
        .isInstanceOf(BodyFault.class);

    assertThat(second.isEnded).isFalse();
    assertThat(world.upload.repeatable()).isFalse();
  }

  /** Rule 1.1: such a thread would wait for ever otherwise. */
  @Test
  void aThreadThatWaitsForCapacityIsReleasedAtTheEnd() {
    UploadWorld world = begun(Kind.SHARED, 60);
    world.latest().asks(5);
    world.upload.fence();
    world.latest().isOver = true;
    world.source.writesAtAnyTime(60); // More than the copy takes, so it waits.
    int before = world.source.position;
    world.upload.released(world.latest().upload);

    world.isOver = true;
    world.upload.close();

    assertThat(world.source.position).as("its bytes are taken").isGreaterThan(before);
    assertThat(world.source.told).isNull();
    assertThatThrownBy(() -> world.replay.write(ByteBuffer.allocate(1)))
        .isInstanceOf(ClosedChannelException.class);
    assertThat(world.source.resets).as("it is released once").isEqualTo(1);
  }

  @Test
  void nothingIsCopiedBeyondTheAnnouncedLength() throws IOException {
    UploadWorld world = begun(Kind.LENT, 10);
    Connection first = world.latest();
    first.breaksAfter = 2;
    first.capacity = PLENTY;
    world.source.onProduce =
        () -> {
          try {
            world.source.channel.write(ByteBuffer.wrap(world.whole));
            assertThat(world.source.channel.write(ByteBuffer.allocate(5))).isZero();
            assertThat(world.source.channel.isComplete()).isTrue();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
          world.source.position = 10;
        };
    assertThat(first.asks(PLENTY)).isFalse();
    world.next();

    assertThat(world.latest().asks(PLENTY)).isTrue();

    assertThat(world.latest().got.toByteArray()).isEqualTo(world.whole);
  }

  /** Rule 6.5. */
  @Test
  void theCopyIsFreedOnceTheClientHasTheBodyAndNoAttemptFollows() throws IOException {
    for (Kind kind : List.of(Kind.SHARED, Kind.LENT)) {
      UploadWorld world = begun(kind, 10);
      world.latest().asks(PLENTY);
      world.latest().asks(PLENTY);
      if (kind == Kind.LENT) {
        world.upload.reset(world.latest().upload); // As the client does when it is done with it.
      }
      assertThat(world.store.isFreed).isFalse();

      world.upload.commit();

      assertThat(world.store.isFreed).isTrue();
    }
  }

  /** Rule 1.1: the producer is told of the call's failure, and not of an attempt's. */
  @Test
  void theSourceIsToldOfTheLastFailureOnly() {
    UploadWorld world = begun(Kind.SHARED, 10);
    Upload<Connection, Connection> first = world.latest().upload;
    world.upload.failed(first, new IOException("first"));
    world.upload.fence();
    world.next();
    world.upload.failed(first, new IOException("late"));
    assertThat(world.source.failures).isZero();
    world.upload.failed(world.latest().upload, new IOException("second"));

    world.upload.fail();
    world.upload.fail();

    assertThat(world.source.failures).isEqualTo(1);
  }

  /** Rule 6.1: an attempt that would miss bytes is broken off, so the outcome before it stands. */
  @Test
  void aLateWriteThatDoesNotFitBreaksTheNextAttempt() {
    UploadWorld world = begun(Kind.SHARED, 60);
    world.latest().asks(UploadWorld.ROOM - 1);
    world.latest().onWrite =
        () -> {
          world.upload.fence();
          world.latest().isOver = true;
          world.next();
        };
    Connection first = world.latest();
    first.asks(PLENTY);
    Connection second = world.latest();

    second.capacity = PLENTY;

    assertThat(second).isNotSameAs(first);
    assertThatThrownBy(() -> world.upload.produce(second.upload, second, second))
        .isInstanceOf(BodyFault.class);

    assertThat(second.isEnded).isFalse();
    assertThat(world.upload.repeatable()).isFalse();
  }

  /** Rule 6.2: a source that is not copied is watched, and a fault in that costs nothing. */
  @Test
  void aWatchIsAskedAfterTheSourceHasReturned() throws IOException {
    IOException broken = new IOException("kept back");
    List<Object> watched = new ArrayList<>();
    UploadSource<StringBuilder, String> source =
        new UploadSource.Watched<>(
            (where, fault) -> {},
            new UploadSource.Methods<Consumer<Object>, StringBuilder, String>(
                null, (notes, sink, control) -> notes.accept(sink.append(control)), notes -> {}),
            watched::add,
            sink -> new StringBuilder("around "),
            sink -> sink.toString().contains("2") ? broken : null);
    AsyncUpload<StringBuilder, String> upload = new AsyncUpload<>(source, null);
    Upload<StringBuilder, String> attempt = new Upload<>();
    upload.begin(attempt);

    upload.produce(attempt, new StringBuilder(), "1");
    assertThatThrownBy(() -> upload.produce(attempt, new StringBuilder(), "2")).isSameAs(broken);

    assertThat(watched).extracting(Object::toString).containsExactly("around 1", "around 2");
  }

  private static UploadWorld begun(Kind kind, int size) {
    UploadWorld world = new UploadWorld(kind, size);
    world.next();
    return world;
  }

  private static void onAnotherThread(Runnable work) {
    CompletableFuture.runAsync(work).orTimeout(10, TimeUnit.SECONDS).join();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

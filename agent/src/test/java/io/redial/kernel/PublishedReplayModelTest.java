package io.redial.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.kernel.PublishedReplay.Feed;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Any interleaving of items, demand, further attempts, subscriptions within one, fences,
 * cancellation, commits, failures and faults in the copy: each attempt gets the whole body, at its
 * own pace and one signal at a time, or is told that it does not (rules 1.4 and 6.1 to 6.5).
 */
final class PublishedReplayModelTest {
  private static final PublishedExits<Reader, Handle> EXITS =
      new PublishedExits<>(
          Reader::begin,
          Reader::item,
          Reader::end,
          Reader::failed,
          Handle::request,
          Handle::cancel,
          Handle::new,
          new Handle(null));

  private final byte[] whole = new byte[60];
  private int size;
  private List<Reader> readers;
  private Publisher publisher;
  private UploadWorld.Store store;
  private PublishedReplay<Reader, Handle> body;
  private boolean mayBeLost;

  @Property(tries = 20_000)
  void eachAttemptGetsTheWholeBodyOrAFailure(
      @ForAll @IntRange(max = 60) int length,
      @ForAll @Size(max = 50) List<@IntRange(max = 999) Integer> steps) {
    size = length;
    for (int i = 0; i < size; i++) {
      whole[i] = (byte) (i + 1);
    }
    readers = new ArrayList<>();
    publisher = new Publisher();
    store = new UploadWorld.Store();
    body = new PublishedReplay<>(store, EXITS, publisher::subscribe, Tap::new);
    mayBeLost = size > UploadWorld.ROOM;
    next();
    for (int step : steps) {
      take(step % 16, step / 16);
      check();
    }
    settle();
    check();
    checkEnd();
  }

  private void take(int what, int amount) {
    Reader latest = latest();
    switch (what) {
      case 0, 1, 2 -> latest.request(1 + amount % 4);
      case 3, 4, 5, 6 -> publisher.publish(amount % 7);
      case 7 -> follows();
      case 8 -> {
        body.freeze();
        latest.isOver = true;
      }
      case 9 -> again(amount);
      case 10 -> commit(amount);
      case 11 -> publisher.fails(amount);
      case 12 -> store.fails = amount % 3 == 0 ? 1 + amount % 7 : 0;
      case 13 -> cancel(latest, amount);
      case 14 -> latest.onItem = () -> latest.request(1);
      default -> latest.onItem = amount % 4 == 0 ? this::follows : () -> publisher.publish(1);
    }
    mayBeLost |= store.fails > 0;
  }

  private Reader latest() {
    return readers.get(readers.size() - 1);
  }

  private void next() {
    Reader reader = new Reader();
    readers.add(reader);
    body.subscribe(reader);
  }

  private boolean follows() {
    boolean mayFollow = body.repeatable() && !body.committed;
    if (mayFollow) {
      Reader before = latest();
      body.freeze();
      before.isOver = true;
      next();
    }
    return mayFollow;
  }

  /** The client subscribes once more within the attempt. */
  private void again(int amount) {
    Reader before = latest();
    if (!before.isOver && body.repeatable() && amount % 3 == 0) {
      before.isOver = true;
      boolean isWaiting = !before.isEnded && before.failure == null && !before.isBusy;
      next();
      assertThat(!isWaiting || before.failure != null).as("it is told of its end").isTrue();
    }
  }

  private void commit(int amount) {
    if (amount % 4 == 0) {
      mayBeLost = true;
      body.commit();
    }
  }

  private void cancel(Reader reader, int amount) {
    if (amount % 6 == 0 && reader.handle != null) {
      reader.isOver = true;
      reader.handle.cancel();
    }
  }

  private void settle() {
    store.fails = 0;
    for (int i = 0; i < 200; i++) {
      Reader latest = latest();
      latest.onItem = () -> {};
      if (latest.isEnded) {
        return;
      }
      if (latest.isOver && !follows()) {
        return;
      }
      latest().request(3);
      publisher.publish(4);
    }
  }

  private void check() {
    for (Reader reader : readers) {
      byte[] got = reader.got.toByteArray();
      assertThat(got).isEqualTo(Arrays.copyOf(whole, got.length));
      assertThat(reader.items).isLessThanOrEqualTo(reader.requested);
      if (reader.isEnded) {
        assertThat(got).hasSize(size);
      }
    }
    assertThat(publisher.subscriptions).isLessThanOrEqualTo(1);
    assertThat((long) publisher.items).isLessThanOrEqualTo(publisher.requested);
  }

  private void checkEnd() {
    Reader latest = latest();
    if (!latest.isOver) {
      assertThat(latest.isEnded).as("an attempt that nothing ends gets all").isTrue();
    } else if (publisher.failure == null) {
      assertThat(latest.isEnded || !body.repeatable()).isTrue();
    }
    if (!mayBeLost && publisher.failure == null) {
      assertThat(latest.isEnded).as("the body fits into its copy, so it is never lost").isTrue();
    }
    if (publisher.failure != null && latest.failure != null) {
      boolean isOwn = latest.failure == publisher.failure;
      assertThat(isOwn || !"the publisher's".equals(latest.failure.getMessage())).isTrue();
    }
    body.commit();
    body.freeze();
    assertThat(store.isFreed).isTrue();
  }

  /** The subscription of an attempt, or that of the application's publisher. */
  private static class Handle {
    private final Feed<Reader, Handle> feed;

    Handle(Feed<Reader, Handle> feed) {
      this.feed = feed;
    }

    void request(long n) {
      feed.request(n);
    }

    void cancel() {
      feed.cancel();
    }
  }

  /** The client's subscriber. */
  private static class Reader {
    final ByteArrayOutputStream got = new ByteArrayOutputStream();
    Handle handle;
    Runnable onItem = () -> {};
    int requested;
    int items;
    boolean isBusy;
    boolean isOver;
    boolean isEnded;
    Throwable failure;

    void request(int n) {
      if (handle != null) {
        requested += n;
        handle.request(n);
      }
    }

    private void enter() {
      assertThat(isBusy).as("two signals at a time").isFalse();
      assertThat(isEnded || failure != null).as("a signal after the end").isFalse();
    }

    void begin(Handle given) {
      handle = given;
    }

    void item(ByteBuffer bytes) {
      enter();
      assertThat(isOver).as("an item although it was given up on").isFalse();
      items++;
      isBusy = true;
      while (bytes.hasRemaining()) {
        got.write(bytes.get());
      }
      Runnable then = onItem;
      onItem = () -> {};
      then.run();
      isBusy = false;
    }

    void end() {
      enter();
      isEnded = true;
      isOver = true;
    }

    void failed(Throwable cause) {
      enter();
      failure = cause;
      isOver = true;
    }
  }

  /** What is subscribed to the publisher. */
  private static final class Tap extends Reader {
    private final PublishedReplay<Reader, Handle> body;

    Tap(PublishedReplay<Reader, Handle> body) {
      this.body = body;
    }

    @Override
    void begin(Handle given) {
      body.begun(given);
    }

    @Override
    void item(ByteBuffer bytes) {
      body.published(bytes);
    }

    @Override
    void end() {
      body.completed();
    }

    @Override
    void failed(Throwable cause) {
      body.failed(cause);
    }
  }

  /** The application's publisher. */
  private final class Publisher extends Handle {
    int subscriptions;
    int position;
    long requested;
    int items;
    boolean isOver;
    Throwable failure;
    private Reader reader;

    Publisher() {
      super(null);
    }

    void subscribe(Reader to) {
      if (to instanceof Tap) {
        subscriptions++;
        reader = to;
        to.begin(this);
      } else { // The body is not copied any more: the client's own subscription.
        to.isOver = true;
      }
    }

    @Override
    void request(long n) {
      assertThat(n).isPositive();
      requested += n;
    }

    @Override
    void cancel() {
      isOver = true;
    }

    void publish(int length) {
      if (isOver || reader == null) {
        return;
      }
      if (position == size) {
        isOver = true;
        reader.end();
      } else if (items < requested) {
        int count = Math.min(length, size - position);
        items++;
        position += count;
        reader.item(ByteBuffer.wrap(whole, position - count, count));
      }
    }

    void fails(int amount) {
      if (amount % 8 == 0 && !isOver && reader != null) {
        isOver = true;
        failure = new IllegalArgumentException("the publisher's");
        reader.failed(failure);
      }
    }
  }
}

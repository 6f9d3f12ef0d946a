package io.redial.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.kernel.UploadWorld.Connection;
import io.redial.kernel.UploadWorld.Kind;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Any interleaving of output that a client asks for, partial and failed writes, further attempts,
 * late writes, fences, resends, ends of the call, failures of the source and faults in the copy:
 * each attempt gets the whole body or no end, and nothing is lost as long as another attempt can
 * follow (rules 1.4 and 6.1 to 6.5).
 */
final class AsyncUploadModelTest {
  private boolean mayBeLost;
  private Connection waits;

  @Property(tries = 20_000)
  void eachAttemptGetsTheWholeBodyOrNoEnd(
      @ForAll Kind kind,
      @ForAll @IntRange(max = 60) int size,
      @ForAll @Size(max = 50) List<@IntRange(max = 999) Integer> steps)
      throws IOException {
    UploadWorld world = new UploadWorld(kind, size);
    mayBeLost = size > UploadWorld.ROOM;
    waits = null;
    world.next();
    for (int step : steps) {
      take(world, step % 20, step / 20);
      world.check();
    }
    settle(world);
    world.check();
    checkEnd(world);
  }

  /** Its last bytes go to the connection without a copy; then the client follows a redirect. */
  @Example
  void aBodyThatOutgrewItsCopyAtItsEndIsSentAgainFromItsSource() throws IOException {
    eachAttemptGetsTheWholeBodyOrNoEnd(
        Kind.LENT, UploadWorld.ROOM + 1, List.of(160, 220, 340, 860, 920, 34, 0));
  }

  /** A write to an earlier attempt does not fit into the copy; the outcome before stands then. */
  @Example
  void anAttemptThatALateWriteLeavesWithoutACopyIsBroken() throws IOException {
    eachAttemptGetsTheWholeBodyOrNoEnd(
        Kind.SHARED, UploadWorld.ROOM + 1, List.of(4, 377, 20, 158, 40, 0));
  }

  private void take(UploadWorld world, int what, int size) throws IOException {
    Connection latest = world.latest();
    switch (what) {
      case 0, 1, 2, 3 -> asks(latest, size);
      case 4 -> latest.breaksAfter = size % 9;
      case 5, 6 -> follows(world);
      case 7 -> fence(world);
      case 8 -> commit(world, size);
      case 9 -> asksLate(world, size);
      case 10, 11 -> writes(world, 1 + size % 7);
      case 12 -> sourceFails(world, size);
      case 13 -> copyFails(world, size);
      case 14 -> again(world);
      case 15 -> world.source.step = 1 + size % 7;
      case 16 -> end(world, size);
      case 17 -> world.source.onProduce = () -> followsInside(world);
      case 18 -> latest.onWrite = () -> followsInside(world);
      default -> canFollow(world, size);
    }
  }

  private void asks(Connection latest, int room) {
    if (!latest.isOver) {
      latest.asks(room % 12);
      checkWoken();
    }
  }

  /** A call makes a further attempt only where the body can be sent again. */
  private static boolean follows(UploadWorld world) {
    boolean mayFollow =
        !world.isOver
            && world.upload.repeatable()
            && !(world.isLent() && world.upload.isProducing())
            && world.source.thrown == null;
    if (mayFollow) {
      world.upload.fence();
      world.next();
    }
    return mayFollow;
  }

  /** An attempt is given up on, and the next one begins, while the source is at work. */
  private void followsInside(UploadWorld world) {
    if (world.kind == Kind.SHARED && follows(world)) {
      Connection next = world.latest();
      boolean continues = next.asks(UploadWorld.ROOM * 2);
      waits = continues && !next.isEnded ? next : null;
    }
  }

  private void checkWoken() {
    if (waits != null && !waits.isOver) {
      assertThat(waits.isWoken).as("the attempt that waits is called").isTrue();
    }
    waits = null;
  }

  private static void fence(UploadWorld world) {
    if (world.replay != null) {
      world.upload.fence();
      world.latest().isOver = true;
    }
  }

  private void commit(UploadWorld world, int size) {
    if (size % 4 == 0 && !world.latest().isAgain) {
      mayBeLost = true;
      world.upload.commit();
    }
  }

  private static void asksLate(UploadWorld world, int size) {
    Connection one = world.connections.get(size % world.connections.size());
    if (one.isOver && one != world.latest()) {
      one.asks(9);
    }
  }

  private static void writes(UploadWorld world, int count) {
    if (world.kind == Kind.SHARED) {
      world.source.writesAtAnyTime(count);
    }
  }

  private void sourceFails(UploadWorld world, int size) {
    if (size % 8 == 0) {
      mayBeLost = true;
      world.source.thrown = new IllegalArgumentException("the source's");
    }
  }

  private void copyFails(UploadWorld world, int size) {
    if (size % 3 == 0) {
      mayBeLost = true;
      world.store.fails = 1 + size % 7;
    }
  }

  /** The client sends the body once more within the attempt. */
  private void again(UploadWorld world) throws IOException {
    Connection latest = world.latest();
    if (latest.isOver || latest.isBroken || world.upload.isCommitted()) {
      return;
    }
    if (world.isLent()) {
      mayBeLost |= !latest.isEnded;
      world.upload.reset(latest.upload);
    } else if (world.replay != null && latest.isEnded && latest.got.size() % 3 == 0) {
      world.source.isRepeatable = true;
      world.upload.willBeSentAgain(latest.upload);
    } else {
      world.source.isRepeatable = true;
      world.upload.released(latest.upload);
    }
    latest.again();
  }

  private void end(UploadWorld world, int size) {
    if (size % 9 == 0 && !world.isOver) {
      mayBeLost = true;
      world.isOver = true;
      if (world.isLent()) {
        world.upload.forget();
      } else {
        world.upload.failed(world.latest().upload, new IOException("the call's"));
        world.upload.fail();
        world.upload.close();
      }
    }
  }

  private void canFollow(UploadWorld world, int size) {
    world.canFollow = size % 3 != 0;
    mayBeLost |= !world.canFollow;
  }

  /** The client asks until the attempt has the body, and is asked to follow where it can. */
  private void settle(UploadWorld world) {
    world.store.fails = 0;
    for (int i = 0; i < 300 && !world.isOver; i++) {
      Connection latest = world.latest();
      latest.breaksAfter = -1;
      if (latest.isEnded || latest.isComplete()) {
        return;
      }
      boolean isAlive = !latest.isOver && !latest.isBroken;
      if (isAlive ? latest.asks(7) : follows(world)) {
        checkWoken();
      } else if (!isAlive) {
        return;
      }
    }
  }

  private void checkEnd(UploadWorld world) {
    Connection latest = world.latest();
    boolean isWhole = latest.isEnded || latest.isComplete();
    boolean isAlive = !latest.isOver && !latest.isBroken;
    if (world.isOver) {
      assertThat(world.isLent() ? world.store.isFreed : true).isTrue();
    } else if (isAlive) {
      assertThat(isWhole).as("an attempt that nothing ends gets all").isTrue();
    } else if (world.source.thrown == null) {
      assertThat(isWhole || !world.upload.repeatable()).isTrue();
    }
    if (!mayBeLost) {
      assertThat(isWhole).as("the body fits into its copy, so it is never lost").isTrue();
    }
  }
}

package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.Together;
import io.redial.policy.WaitingLimit;
import io.redial.policy.rate.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class WaitingRoomTest {
  private static final int THREADS = 8;
  private static final String POOL = "exec-*";

  private final AtomicInteger questions = new AtomicInteger();
  private final VirtualTime time = new VirtualTime();

  /** A process with a pool of 20 threads, one of 8, and 12 threads beside them. */
  private static final class Pools extends ThreadPools {
    Pools(Clock clock) {
      super(clock);
    }

    @Override
    int threadsOf(String pool) {
      return Map.of(POOL, 20, "job-*", 8).getOrDefault(pool, 1);
    }

    @Override
    int threads() {
      return 40;
    }
  }

  private WaitingRoom room(WaitingLimit limit, boolean serves) {
    return new WaitingRoom(
        limit,
        new Pools(time),
        () -> {
          questions.incrementAndGet();
          return serves;
        });
  }

  private static int taken(WaitingRoom room, String pool) {
    int taken = 0;
    while (taken < 1_000 && room.tryAcquire(pool)) {
      taken++;
    }
    return taken;
  }

  @Test
  @Rule("4.7")
  void aServiceWaitsWithAShareOfEachPool() {
    WaitingRoom room = room(WaitingLimit.of(0.25, 100), true);

    assertThat(taken(room, POOL)).isEqualTo(5);
    assertThat(room.refusal()).isEqualTo("5 of the 20 threads exec-* wait already");
    assertThat(taken(room, "job-*")).isEqualTo(2);
    assertThat(taken(room, "main")).as("at least one").isEqualTo(1);
  }

  @Test
  @Rule("4.7")
  void threadsWithANameEachAreLimitedByTheShareOfAll() {
    WaitingRoom room = room(WaitingLimit.of(0.25, 100), true);
    int taken = 0;
    while (room.tryAcquire("request " + taken + " of a user")) {
      taken++;
    }

    assertThat(taken).isEqualTo(10);
    assertThat(room.refusal()).isEqualTo("10 of all 40 threads wait already");
  }

  @Test
  @Rule("4.7")
  void shortWaitsAreLimitedByTheNumberAlone() {
    WaitingRoom room = room(WaitingLimit.of(0.25, 30), true);

    assertThat(taken(room, POOL)).isEqualTo(5);
    assertThat(taken(room, null)).isEqualTo(25);
    assertThat(room.refusal()).isEqualTo("30 threads wait already");
  }

  @Test
  @Rule("4.7")
  void aProcessThatServesNobodyWaitsWithAllItsThreads() {
    assertThat(taken(room(WaitingLimit.of(0.25, 100), false), POOL)).isEqualTo(100);
    assertThat(taken(room(WaitingLimit.of(0.25, 100).everywhere(), false), POOL)).isEqualTo(5);
    assertThat(taken(room(WaitingLimit.of(100), true), POOL)).isEqualTo(100);
  }

  @Test
  @Rule("4.7")
  void isAskedWhetherItServesOnlyWhenTheShareIsUsedUp() {
    WaitingRoom room = room(WaitingLimit.of(0.25, 100), false);
    for (int i = 0; i < 5; i++) {
      assertThat(room.tryAcquire(POOL)).isTrue();
    }
    assertThat(questions).hasValue(0);

    assertThat(room.tryAcquire(POOL)).isTrue();
    assertThat(questions).hasValue(1);
  }

  @Test
  @Rule("4.7")
  void saysHowManyThreadsMayWait() {
    assertThat(room(WaitingLimit.of(0.25, 100), true).mayWait()).isEqualTo(10);
    assertThat(room(WaitingLimit.of(0.25, 5), true).mayWait()).isEqualTo(5);
    assertThat(room(WaitingLimit.of(0.25, 100), false).mayWait()).isEqualTo(100);
    assertThat(room(WaitingLimit.of(0.25, 100), true).shareHolds()).isTrue();
    assertThat(room(WaitingLimit.of(100), true).shareHolds()).isFalse();
  }

  @Test
  @Rule("4.7")
  void aPlaceThatIsGivenBackIsThereAgain() {
    WaitingRoom room = room(WaitingLimit.of(0.25, 100), true);
    assertThat(taken(room, POOL)).isEqualTo(5);

    room.release(POOL);

    assertThat(taken(room, POOL)).isEqualTo(1);
  }

  @Test
  @Rule("4.7")
  void noneWaitsWhereNoneMay() {
    assertThat(room(WaitingLimit.of(0), false).tryAcquire(POOL)).isFalse();
    assertThat(room(WaitingLimit.of(0), false).tryAcquire(null)).isFalse();
  }

  @Test
  @Rule("4.7")
  void aShortPermitIsExchangedForALongOne() {
    WaitingRoom room = room(WaitingLimit.of(0.25, 100), true);
    Thread thread = new Thread(null, () -> {}, "exec-7");
    WaitPermit permit = new WaitPermit(room);

    assertThat(permit.take(thread, ShortWaits.SHORT_NANOS)).isTrue();
    assertThat(permit.take(thread, ShortWaits.SHORT_NANOS + 1)).isTrue();
    assertThat(taken(room, POOL)).as("beside the permit").isEqualTo(4);
    permit.giveBack();
    permit.giveBack();

    assertThat(taken(room, POOL)).isEqualTo(1);
    assertThat(permit.take(thread, TimeUnit.SECONDS.toNanos(1))).isFalse();
    assertThat(permit.take(thread, 0)).isTrue();
  }

  /** All calls in flight are saved when a server is restarted, which costs each a few waits. */
  @Test
  @Rule("4.7")
  void shortWaitsTakeLittleOfThePoolsTime() throws InterruptedException {
    WaitingRoom room = room(WaitingLimit.of(0.25, 100), true);

    assertThat(shortWaits(room, "exec-7")).as("400 ms for each thread").isEqualTo(32);
    assertThat(taken(room, POOL)).as("further ones count as long").isEqualTo(5);
    time.sleep(TimeUnit.SECONDS.toNanos(10));
    assertThat(shortWaits(room, "exec-7")).as("a fiftieth of the time").isEqualTo(16);
    time.sleep(TimeUnit.HOURS.toNanos(1));
    assertThat(shortWaits(room, "exec-7")).isEqualTo(32);
  }

  @Test
  @Rule("4.7")
  void shortWaitsOfThreadsWithNamesOfTheirOwnAreLimitedInAll() {
    WaitingRoom room = room(WaitingLimit.of(0.25, 100), true);
    int waits = 0;
    while (waits < 1_000 && shortWait(room, "request " + waits + " of user 1")) {
      waits++;
    }

    assertThat(waits).as("400 ms for each of 40 threads").isEqualTo(64);
  }

  private static int shortWaits(WaitingRoom room, String thread) {
    int waits = 0;
    while (waits < 1_000 && shortWait(room, thread)) {
      waits++;
    }
    return waits;
  }

  /** Returns whether the share does not apply to such a wait. */
  private static boolean shortWait(WaitingRoom room, String thread) {
    return room.isShort(ThreadPools.poolOf(thread), ShortWaits.SHORT_NANOS);
  }

  /** An operator sends all waiting retries now, and each of them fails and waits again. */
  @Test
  @Rule("11.2")
  void whoeverEndsWaitsMeetsOnlyThoseOfThatMoment() {
    WaitingRoom room = room(WaitingLimit.of(0), false);
    for (int i = 0; i < 1_000; i++) {
      room.enter(new Wait(null, null, 0));
    }

    int met = 0;
    for (Wait wait : room.waits()) {
      met++;
      room.leave(wait);
      room.enter(new Wait(null, null, 0));
    }

    assertThat(met).isEqualTo(1_000);
    assertThat(room.waits()).hasSize(1_000);
  }

  @RepeatedTest(20)
  @Rule("4.7")
  void threadsThatComeAtOnceGetExactlyThePlacesThatThereAre() throws Exception {
    WaitingRoom room = room(WaitingLimit.of(0.25, 1_000), true);
    AtomicInteger names = new AtomicInteger();

    List<Integer> taken =
        Together.run(
            THREADS,
            () -> {
              String pool = names.getAndIncrement() % 2 == 0 ? POOL : "job-*";
              int own = 0;
              for (int i = 0; i < 100; i++) {
                own += room.tryAcquire(pool) ? 1 : 0;
              }
              return own;
            });

    assertThat(taken.stream().mapToInt(Integer::intValue).sum()).isEqualTo(7);
  }

  @RepeatedTest(20)
  @Rule("4.7")
  @DisplayName("never more wait than may, however they come and go")
  void neverMoreWaitThanMay() throws Exception {
    WaitingRoom room = room(WaitingLimit.of(1), true);
    AtomicInteger names = new AtomicInteger();
    AtomicInteger waiting = new AtomicInteger();

    List<Integer> most =
        Together.run(
            THREADS,
            () -> {
              String pool = "pool" + names.getAndIncrement();
              int seen = 0;
              for (int i = 0; i < 20_000; i++) {
                if (room.tryAcquire(pool)) {
                  seen = Math.max(seen, waiting.incrementAndGet());
                  waiting.decrementAndGet();
                  room.release(pool);
                }
              }
              return seen;
            });

    assertThat(most).allMatch(seen -> seen <= 1);
    assertThat(room.tryAcquire("one")).isTrue();
    assertThat(room.tryAcquire("two")).isFalse();
  }

  @RepeatedTest(20)
  @Rule("4.7")
  @DisplayName("a call that is turned away takes no other's place, not for a moment")
  void aCallThatIsTurnedAwayTakesNoOthersPlace() throws Exception {
    WaitingRoom room = room(WaitingLimit.of(0.25, 2), true);
    assertThat(room.tryAcquire("main")).isTrue(); // All that its pool may take.
    AtomicInteger names = new AtomicInteger();

    List<Boolean> seated =
        Together.run(
            THREADS,
            () -> {
              boolean alone = names.getAndIncrement() == 0;
              boolean always = true;
              for (int i = 0; i < 5_000; i++) {
                if (!alone) {
                  room.tryAcquire("main");
                } else if (room.tryAcquire(POOL)) {
                  room.release(POOL);
                } else {
                  always = false;
                }
              }
              return always;
            });

    assertThat(seated).containsOnly(true);
  }
}

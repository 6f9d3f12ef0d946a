package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.Together;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class WaitingRoomTest {
  private static final int THREADS = 8;

  @Test
  @Rule("4.7")
  @DisplayName("so many in all, so many for a host")
  void hasSoManyPlacesInAllAndForAHost() {
    WaitingRoom room = new WaitingRoom(3);

    assertThat(room.takePlace("one", 2)).isTrue();
    assertThat(room.takePlace("one", 2)).isTrue();
    assertThat(room.takePlace("one", 2)).as("the host's are taken").isFalse();
    assertThat(room.takePlace("two", 2)).isTrue();
    assertThat(room.takePlace("three", 2)).as("all are taken").isFalse();
  }

  @Test
  @Rule("4.7")
  void aPlaceThatIsGivenBackIsThereAgain() {
    WaitingRoom room = new WaitingRoom(1);
    room.takePlace("one", 1);

    room.givePlaceBack("one");

    assertThat(room.takePlace("two", 1)).isTrue();
  }

  @Test
  @Rule("4.7")
  void noneWaitsWhereNoneMay() {
    assertThat(new WaitingRoom(0).takePlace("one", 10)).isFalse();
    assertThat(new WaitingRoom(10).takePlace("one", 0)).isFalse();
  }

  @RepeatedTest(20)
  @Rule("4.7")
  void threadsThatComeAtOnceGetExactlyThePlacesThatThereAre() throws Exception {
    WaitingRoom room = new WaitingRoom(100);
    AtomicInteger names = new AtomicInteger();

    List<Integer> taken =
        Together.run(
            THREADS,
            () -> {
              String host = "host" + names.getAndIncrement() % 4;
              int own = 0;
              for (int i = 0; i < 200; i++) {
                own += room.takePlace(host, 50) ? 1 : 0;
              }
              return own;
            });

    assertThat(taken.stream().mapToInt(Integer::intValue).sum()).isEqualTo(100);
  }

  @RepeatedTest(20)
  @Rule("4.7")
  @DisplayName("never more wait than may, however they come and go")
  void neverMoreWaitThanMay() throws Exception {
    WaitingRoom room = new WaitingRoom(1);
    AtomicInteger names = new AtomicInteger();
    AtomicInteger waiting = new AtomicInteger();

    List<Integer> most =
        Together.run(
            THREADS,
            () -> {
              String host = "host" + names.getAndIncrement();
              int seen = 0;
              for (int i = 0; i < 20_000; i++) {
                if (room.takePlace(host, 1)) {
                  seen = Math.max(seen, waiting.incrementAndGet());
                  waiting.decrementAndGet();
                  room.givePlaceBack(host);
                }
              }
              return seen;
            });

    assertThat(most).allMatch(seen -> seen <= 1);
    assertThat(room.takePlace("one", 1)).isTrue();
    assertThat(room.takePlace("two", 1)).isFalse();
  }

  @RepeatedTest(20)
  @Rule("4.7")
  @DisplayName("a call that is turned away takes no other's place, not for a moment")
  void aCallThatIsTurnedAwayTakesNoOthersPlace() throws Exception {
    WaitingRoom room = new WaitingRoom(1);
    AtomicInteger names = new AtomicInteger();

    List<Boolean> seated =
        Together.run(
            THREADS,
            () -> {
              boolean alone = names.getAndIncrement() == 0;
              boolean always = true;
              for (int i = 0; i < 5_000; i++) {
                if (!alone) {
                  room.takePlace("full", 0);
                } else if (room.takePlace("free", 1)) {
                  room.givePlaceBack("free");
                } else {
                  always = false;
                }
              }
              return always;
            });

    assertThat(seated).containsOnly(true);
  }
}

package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.WaitingLimit;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Rules 4.7 and 11.1: which waits a dry run counts as refused. */
class ForecastWaitsTest {
  private static final long WAIT = TimeUnit.SECONDS.toNanos(10);

  private final VirtualTime time = new VirtualTime();
  private final WaitingRoom room =
      new WaitingRoom(WaitingLimit.of(1), new ThreadPools(time), () -> true);
  private final ForecastWaits waits = new ForecastWaits(room, time);
  private final Thread here = Thread.currentThread();
  private final Thread other = new Thread(() -> {});

  @Test
  @Rule({"11.1", "4.7"})
  void aThreadCountsForAsLongAsItWouldWait() {
    assertThat(waits.begin(here, WAIT)).isTrue();
    assertThat(waits.begin(other, WAIT)).isFalse();

    time.runUntil(() -> false);

    assertThat(time.elapsed()).isEqualTo(WAIT);
    assertThat(waits.begin(other, WAIT)).isTrue();
    assertThat(waits.begin(here, WAIT)).isFalse();
  }

  @Test
  @Rule({"11.1", "4.7"})
  void aThreadThatWouldStillWaitCountsOnce() {
    assertThat(waits.begin(here, WAIT)).isTrue();
    assertThat(waits.begin(here, WAIT)).isTrue();

    time.runUntil(() -> false);

    assertThat(waits.begin(other, WAIT)).isTrue();
  }

  @Test
  @Rule({"11.1", "4.7"})
  void aHintOfDaysDoesNotUseUpTheLimit() {
    assertThat(waits.begin(here, TimeUnit.DAYS.toNanos(30))).isTrue();

    time.runUntil(() -> false);

    assertThat(time.elapsed()).isEqualTo(TimeUnit.MINUTES.toNanos(1));
    assertThat(waits.begin(other, WAIT)).isTrue();
  }

  @Test
  @Rule({"11.1", "4.7"})
  void withoutATimerNothingCouldWait() {
    time.hasThreads = false;

    assertThat(waits.begin(here, WAIT)).isFalse();
  }
}

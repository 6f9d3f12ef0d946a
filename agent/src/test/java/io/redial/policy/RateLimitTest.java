package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.redial.Rule;
import io.redial.policy.rate.RateLimit;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private static final long MS = 1_000_000;

  private final ManualClock clock = new ManualClock();

  @Test
  @Rule("4.5")
  void letsABurstThroughAndThenSpacesTheAttempts() {
    RateLimit limit = new RateLimit(10, 3, clock);

    assertThat(List.of(limit.reserve(), limit.reserve(), limit.reserve())).containsOnly(0L);
    assertThat(limit.reserve()).isEqualTo(100 * MS);
    assertThat(limit.reserve()).isEqualTo(200 * MS);
  }

  @Test
  @Rule("4.5")
  void laterAttemptsQueueUpBehindEarlierReservations() {
    RateLimit limit = new RateLimit(10, 1, clock);
    limit.reserve();
    limit.reserve();
    limit.reserve();

    clock.advanceMillis(150);

    assertThat(limit.reserve()).isEqualTo(150 * MS);
  }

  @Test
  @Rule("4.5")
  @DisplayName("idle time fills the bucket up to its burst and no further")
  void idleTimeFillsTheBucketUpToItsBurst() {
    RateLimit limit = new RateLimit(10, 2, clock);
    limit.reserve();

    clock.advanceMillis(3_600_000);

    assertThat(List.of(limit.reserve(), limit.reserve())).containsOnly(0L);
    assertThat(limit.reserve()).isEqualTo(100 * MS);
  }

  @Test
  @Rule("4.5")
  @DisplayName("a rate below one per second counts parts of a token")
  void countsPartsOfAToken() {
    RateLimit limit = new RateLimit(0.5, 1, clock);
    limit.reserve();

    clock.advanceMillis(500);

    assertThat(limit.reserve()).isEqualTo(1500 * MS);
  }

  @Test
  @Rule("5.2")
  @DisplayName("takes nothing if the wait is longer than the caller can use")
  void takesNothingIfTheWaitIsTooLong() {
    RateLimit limit = new RateLimit(10, 1, clock);
    limit.reserve();

    assertThat(limit.reserve(99 * MS)).isEqualTo(RateLimit.TOO_LONG);
    assertThat(limit.reserve(100 * MS)).isEqualTo(100 * MS);
  }

  @Test
  @Rule("4.5")
  void aClockThatStepsBackGivesNoTokenTwice() {
    RateLimit limit = new RateLimit(1, 1, clock);
    limit.reserve();
    clock.advanceMillis(1_000);
    limit.reserve();

    clock.advanceMillis(-1_000);
    limit.reserve();
    clock.advanceMillis(1_000);

    assertThat(limit.reserve()).isEqualTo(2_000 * MS);
  }

  @Test
  void refusesNumbersOutOfRange() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RateLimit(0, 1, clock));
    assertThatIllegalArgumentException().isThrownBy(() -> new RateLimit(Double.NaN, 1, clock));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RateLimit(Double.POSITIVE_INFINITY, 1, clock));
    assertThatIllegalArgumentException().isThrownBy(() -> new RateLimit(1, 0, clock));
  }

  @Property
  @Rule("4.5")
  @Label("in any time t, at most burst + qps * t attempts go out")
  void neverExceedsItsRate(
      @ForAll @IntRange(min = 1, max = 50) int qps,
      @ForAll @IntRange(min = 1, max = 20) int burst,
      @ForAll @Size(min = 1, max = 100) List<@IntRange(max = 300) Integer> pauses) {
    RateLimit limit = new RateLimit(qps, burst, clock);
    long[] goesOut = new long[pauses.size()];
    for (int i = 0; i < goesOut.length; i++) {
      clock.advanceMillis(pauses.get(i));
      goesOut[i] = clock.nanos() + limit.reserve();
    }
    for (int first = 0; first < goesOut.length; first++) {
      for (int last = first; last < goesOut.length; last++) {
        double seconds = (goesOut[last] - goesOut[first]) / 1e9;
        assertThat((double) (last - first + 1)).isLessThanOrEqualTo(burst + qps * seconds + 1e-3);
      }
    }
  }

  @Test
  @Rule("4.5")
  void threadsNeverGetTheSameToken() throws Exception {
    RateLimit limit = new RateLimit(1000, 1, clock);

    Together.run(
        8,
        () -> {
          for (int i = 0; i < 1000; i++) {
            limit.reserve();
          }
          return null;
        });

    assertThat(limit.reserve()).isEqualTo(8000 * MS);
  }
}

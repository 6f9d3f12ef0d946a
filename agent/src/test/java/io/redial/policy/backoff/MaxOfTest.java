package io.redial.policy.backoff;

import static io.redial.policy.backoff.Waits.ms;
import static io.redial.policy.backoff.Waits.sec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.redial.Rule;
import io.redial.policy.ManualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MaxOfTest {
  private final ManualClock clock = new ManualClock();
  private final Backoff<String> backoff =
      new MaxOf<>(
          List.of(
              new ItemFastSlow<>(ms(5), sec(3), 3), new ItemExponentialFailure<>(ms(1), sec(1))));

  @Test
  @Rule("4.2")
  @DisplayName("the longest delay wins, as in client-go")
  void theLongestDelayWins() {
    assertThat(Waits.of(backoff, "one", 5)).containsExactly(5L, 5L, 5L, 3000L, 3000L);
    assertThat(backoff.retries("one")).isEqualTo(5);
    assertThat(Waits.of(backoff, "two", 2)).containsExactly(5L, 5L);
    assertThat(backoff.retries("two")).isEqualTo(2);
  }

  @Test
  @Rule("4.2")
  void forgetsInAllOfThem() {
    Waits.of(backoff, "one", 5);

    backoff.forget("one");

    assertThat(backoff.retries("one")).isZero();
    assertThat(backoff.when("one")).isEqualTo(ms(5));
  }

  @Test
  @Rule("4.2")
  @DisplayName("a bucket gives a token even when another delay is longer")
  void asksEachOfThem() {
    Backoff<String> slow =
        new MaxOf<>(List.of(new FixedBackoff<>(sec(1)), new Bucket<>(1, 3, clock)));

    assertThat(Waits.of(slow, "one", 5)).containsExactly(1000L, 1000L, 1000L, 1000L, 2000L);
  }

  @Test
  void tellsEachOfThemTheCause() {
    Backoff<String> both = new MaxOf<>(List.of(new FixedBackoff<>(ms(0)), new ByCause()));

    assertThat(both.when("one", Cause.TIMEOUT)).isEqualTo(ByCause.delay(Cause.TIMEOUT));
  }

  @Test
  @Rule("4.2")
  @DisplayName("a maximum cuts longer delays, as in client-go")
  void aMaximumCutsLongerDelays() {
    Backoff<String> cut = new WithMaxWait<>(new ItemFastSlow<>(ms(5), sec(1000), 100), sec(500));

    assertThat(Waits.of(cut, "one", 100)).containsOnly(5L);
    assertThat(Waits.of(cut, "one", 100)).containsOnly(500_000L);
    assertThat(cut.retries("one")).isEqualTo(200);
    cut.forget("one");
    assertThat(cut.when("one")).isEqualTo(ms(5));
  }

  @Test
  void aMaximumPassesTheCauseOn() {
    Backoff<String> cut = new WithMaxWait<>(new ByCause(), sec(10));

    assertThat(cut.when("one", Cause.TIMEOUT)).isEqualTo(ByCause.delay(Cause.TIMEOUT));
    assertThat(cut.when("one", Cause.CONNECTION_ERROR)).isEqualTo(sec(10));
  }

  @Test
  void aMaximumIsNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WithMaxWait<>(new FixedBackoff<>(ms(0)), ms(-1)));
  }

  @Test
  @Rule("4.2")
  @DisplayName("a controller's default is exponential for an item, a bucket for all")
  void theControllersDefault() {
    Backoff<Integer> controller =
        BackoffSpec.maxOf(
                List.of(BackoffSpec.exponential(ms(5), sec(1_000)), BackoffSpec.bucket(10, 100)))
            .create(clock);

    assertThat(Waits.of(controller, 0, 5)).containsExactly(5L, 10L, 20L, 40L, 80L);
    for (int item = 1; item <= 95; item++) {
      assertThat(controller.when(item)).isEqualTo(ms(5));
    }
    assertThat(controller.when(96)).isEqualTo(ms(100));
    assertThat(controller.when(97)).isEqualTo(ms(200));
    clock.advance(Duration.ofHours(1));
    Waits.of(controller, 0, 30);
    clock.advance(Duration.ofHours(1));
    assertThat(controller.when(0)).isEqualTo(sec(1000));
  }
}

package io.redial.policy.backoff;

import static io.redial.policy.backoff.Waits.ms;
import static io.redial.policy.backoff.Waits.sec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.redial.Rule;
import io.redial.policy.Together;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ItemExponentialFailureTest {
  private final Backoff<String> backoff = new ItemExponentialFailure<>(ms(1), sec(1));

  @Test
  @Rule("4.2")
  @DisplayName("doubles with each failure, as client-go does")
  void doublesWithEachFailure() {
    assertThat(Waits.of(backoff, "one", 5)).containsExactly(1L, 2L, 4L, 8L, 16L);
    assertThat(backoff.retries("one")).isEqualTo(5);
  }

  @Test
  @Rule("4.2")
  void countsEachItemByItself() {
    Waits.of(backoff, "one", 5);

    assertThat(Waits.of(backoff, "two", 2)).containsExactly(1L, 2L);
    assertThat(backoff.retries("two")).isEqualTo(2);
    assertThat(backoff.retries("one")).isEqualTo(5);
  }

  @Test
  @Rule("4.2")
  void startsAnewOnceForgotten() {
    Waits.of(backoff, "one", 5);

    backoff.forget("one");
    backoff.forget("one");

    assertThat(backoff.retries("one")).isZero();
    assertThat(Waits.of(backoff, "one", 1)).containsExactly(1L);
  }

  @Test
  @Rule("4.2")
  @DisplayName("stays at the maximum however often it fails")
  void staysAtTheMaximum() {
    Backoff<String> seconds = new ItemExponentialFailure<>(ms(1), sec(1000));
    Waits.of(seconds, "one", 5);
    assertThat(seconds.when("one")).isEqualTo(ms(32));
    Waits.of(seconds, "overflow1", 1000);
    assertThat(seconds.when("overflow1")).isEqualTo(sec(1000));

    Backoff<String> hours =
        new ItemExponentialFailure<>(Duration.ofMinutes(1), Duration.ofHours(1000));
    Waits.of(hours, "two", 2);
    assertThat(hours.when("two")).isEqualTo(Duration.ofMinutes(4));
    Waits.of(hours, "overflow2", 1000);
    assertThat(hours.when("overflow2")).isEqualTo(Duration.ofHours(1000));
  }

  @Property
  @Rule("4.2")
  @Label("is base * 2^n in floating point, guarded as in Go, for every n")
  void isWhatGoComputes(
      @ForAll @LongRange(max = 1L << 52) long base,
      @ForAll @LongRange long max,
      @ForAll @IntRange(max = 130) int failures) {
    Backoff<String> any =
        new ItemExponentialFailure<>(Duration.ofNanos(base), Duration.ofNanos(max));
    Waits.of(any, "one", failures);

    double product = base * Math.pow(2, failures);
    long expected = product > Long.MAX_VALUE ? max : Math.min(max, (long) product);
    assertThat(any.when("one").toNanos()).isEqualTo(expected);
  }

  @Test
  @Rule("4.2")
  @DisplayName("a delay beyond the range of nanoseconds is no error")
  void takesDurationsOfAnyLength() {
    Duration ages = Duration.ofSeconds(Long.MAX_VALUE);
    Backoff<String> slow = new ItemExponentialFailure<>(ages, ages);

    assertThat(slow.when("one")).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
  }

  @Test
  void zeroStaysZero() {
    Backoff<String> zero = new ItemExponentialFailure<>(ms(0), sec(1));

    assertThat(Waits.of(zero, "one", 100)).containsOnly(0L);
  }

  @Test
  void refusesNegativeDelays() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ItemExponentialFailure<>(ms(-1), ms(1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ItemExponentialFailure<>(ms(1), ms(-1)));
  }

  @Test
  @Rule("5.6")
  @DisplayName("of more than 100,000 items the least recently failed is forgotten")
  void forgetsTheLeastRecentlyFailed() {
    Backoff<Integer> many = new ItemExponentialFailure<>(ms(1), sec(1));
    for (int item = 0; item < 100_000; item++) {
      many.when(item);
    }
    many.when(0);

    many.when(-1);

    assertThat(many.retries(0)).isEqualTo(2);
    assertThat(many.retries(1)).isZero();
    assertThat(many.retries(2)).isEqualTo(1);
  }

  @Test
  void noFailureIsLostBetweenThreads() throws Exception {
    Together.run(8, () -> Waits.of(backoff, "one", 1000));

    assertThat(backoff.retries("one")).isEqualTo(8000);
  }
}

package io.redial.policy.backoff;

import static io.redial.policy.backoff.Waits.ms;
import static io.redial.policy.backoff.Waits.sec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.redial.Rule;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ItemFastSlowTest {
  private final Backoff<String> backoff = new ItemFastSlow<>(ms(5), sec(10), 3);

  @Test
  @Rule("4.2")
  @DisplayName("is fast for the first failures and slow for all others")
  void isFastFirstAndThenSlow() {
    assertThat(Waits.of(backoff, "one", 5)).containsExactly(5L, 5L, 5L, 10_000L, 10_000L);
    assertThat(backoff.retries("one")).isEqualTo(5);
  }

  @Test
  @Rule("4.2")
  void countsEachItemByItself() {
    Waits.of(backoff, "one", 5);

    assertThat(Waits.of(backoff, "two", 2)).containsExactly(5L, 5L);
    assertThat(backoff.retries("two")).isEqualTo(2);
  }

  @Test
  @Rule("4.2")
  void isFastAgainOnceForgotten() {
    Waits.of(backoff, "one", 5);

    backoff.forget("one");

    assertThat(backoff.retries("one")).isZero();
    assertThat(backoff.when("one")).isEqualTo(ms(5));
  }

  @Test
  void isAlwaysSlowWithoutFastAttempts() {
    assertThat(Waits.of(new ItemFastSlow<>(ms(5), sec(1), 0), "one", 2)).containsOnly(1000L);
  }

  @Test
  void refusesWhatIsNegative() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ItemFastSlow<>(ms(-1), ms(1), 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ItemFastSlow<>(ms(1), ms(-1), 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ItemFastSlow<>(ms(1), ms(1), -1));
  }
}

package io.redial.policy.backoff;

import static io.redial.policy.backoff.Waits.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StatelessBackoffTest {

  @Test
  @DisplayName("rule 4.2: fixed always waits the same")
  void fixedAlwaysWaitsTheSame() {
    Backoff<String> backoff = new FixedBackoff<>(ms(250));

    assertThat(Waits.of(backoff, "one", 3)).containsExactly(250L, 250L, 250L);
    backoff.forget("one");
    assertThat(backoff.retries("one")).isZero();
  }

  @Test
  @DisplayName("rule 4.2: none never waits")
  void noneNeverWaits() {
    Backoff<String> backoff = new NoBackoff<>();

    assertThat(Waits.of(backoff, "one", 3)).containsExactly(0L, 0L, 0L);
    backoff.forget("one");
    assertThat(backoff.retries("one")).isZero();
  }

  @Test
  void aFixedDelayIsNotNegative() {
    assertThatIllegalArgumentException().isThrownBy(() -> new FixedBackoff<>(ms(-1)));
  }
}

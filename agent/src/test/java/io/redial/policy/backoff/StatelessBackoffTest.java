package io.redial.policy.backoff;

import static io.redial.policy.backoff.Waits.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.redial.Rule;
import io.redial.policy.ManualClock;
import org.junit.jupiter.api.Test;

class StatelessBackoffTest {

  @Test
  @Rule("4.2")
  void fixedAlwaysWaitsTheSame() {
    Backoff<String> backoff = new FixedBackoff<>(ms(250));

    assertThat(Waits.of(backoff, "one", 3)).containsExactly(250L, 250L, 250L);
    backoff.forget("one");
    assertThat(backoff.retries("one")).isZero();
  }

  @Test
  @Rule("4.2")
  void noneNeverWaits() {
    Backoff<String> backoff = BackoffSpec.none().create(new ManualClock());

    assertThat(Waits.of(backoff, "one", 3)).containsExactly(0L, 0L, 0L);
    backoff.forget("one");
    assertThat(backoff.retries("one")).isZero();
  }

  @Test
  void aFixedDelayIsNotNegative() {
    assertThatIllegalArgumentException().isThrownBy(() -> new FixedBackoff<>(ms(-1)));
  }
}

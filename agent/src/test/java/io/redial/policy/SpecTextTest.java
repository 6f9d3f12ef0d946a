package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.redial.policy.rate.RateLimitSpec;
import org.junit.jupiter.api.Test;

class SpecTextTest {
  @Test
  void aBudgetIsWrittenAsInOptions() {
    assertThat(BudgetSpec.of(0.2, 2)).hasToString("20%:2");
    assertThat(BudgetSpec.of(0.07, 0.5)).hasToString("7%:0.5");
    assertThat(BudgetSpec.of(0.125, 100)).hasToString("12.5%:100");
    assertThat(BudgetSpec.of(1.5, 0)).hasToString("150%:0");
    assertThat(BudgetSpec.of(0, 0)).hasToString("0%:0");
    assertThat(BudgetSpec.off()).hasToString("off");
  }

  @Test
  void aRateLimitIsWrittenAsInOptions() {
    assertThat(RateLimitSpec.bucket(10, 100)).hasToString("bucket:10:100");
    assertThat(RateLimitSpec.bucket(0.25, 1)).hasToString("bucket:0.25:1");
    assertThat(RateLimitSpec.bucket(1e9, 1)).hasToString("bucket:1000000000:1");
    assertThat(RateLimitSpec.off()).hasToString("off");
  }

  @Test
  void specsOfTheSameNumbersAreEqual() {
    assertThat(BudgetSpec.of(0.2, -0.0)).isEqualTo(BudgetSpec.of(0.2, 0.0));
    assertThat(BudgetSpec.of(0.2, 2)).hasSameHashCodeAs(BudgetSpec.of(0.2, 2));
    assertThat(BudgetSpec.of(0.2, 2)).isNotEqualTo(BudgetSpec.of(0.2, 3));
    assertThat(BudgetSpec.of(0, 0)).isNotEqualTo(BudgetSpec.off());
    assertThat(RateLimitSpec.bucket(1, 2)).isEqualTo(RateLimitSpec.bucket(1, 2));
    assertThat(RateLimitSpec.bucket(1, 2)).hasSameHashCodeAs(RateLimitSpec.bucket(1, 2));
    assertThat(RateLimitSpec.bucket(1, 2)).isNotEqualTo(RateLimitSpec.bucket(1, 3));
  }

  @Test
  void anyNumberOutOfRangeIsRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BudgetSpec.of(-0.1, 2))
        .withMessage("budget: RATIO must be 0 or more, not -0.1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BudgetSpec.of(0.1, Double.NaN))
        .withMessage("budget: FLOOR must be 0 or more, not NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RateLimitSpec.bucket(-1, 2))
        .withMessage("bucket: QPS must be above 0, not -1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RateLimitSpec.bucket(1, 0))
        .withMessage("bucket: BURST must be 1 or more, not 0");
  }

  @Test
  void offLimitsNothing() {
    assertThat(BudgetSpec.off().isOff()).isTrue();
    assertThat(RateLimitSpec.off().isOff()).isTrue();
  }
}

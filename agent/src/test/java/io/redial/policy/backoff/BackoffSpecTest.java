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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffSpecTest {
  private final ManualClock clock = new ManualClock();

  @Test
  @Rule("4.2")
  void isWrittenAsInOptions() {
    assertThat(BackoffSpec.none()).hasToString("none");
    assertThat(BackoffSpec.fixed(ms(250))).hasToString("fixed:250ms");
    assertThat(BackoffSpec.exponential(ms(100), sec(20))).hasToString("exponential:100ms:20s");
    assertThat(BackoffSpec.fastSlow(ms(5), sec(10), 3)).hasToString("fast-slow:5ms:10s:3");
    assertThat(BackoffSpec.bucket(0.5, 100)).hasToString("bucket:0.5:100");
    assertThat(BackoffSpec.custom("com.acme.Own")).hasToString("com.acme.Own");
    assertThat(BackoffSpec.maxOf(List.of(BackoffSpec.none(), BackoffSpec.bucket(10, 1))))
        .hasToString("none+bucket:10:1");
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "PT0S, 0s",
    "PT0.001S, 1ms",
    "PT1.5S, 1500ms",
    "PT90S, 90s",
    "PT60M, 1h",
    "PT90M, 90m",
    "PT48H, 2d",
    "PT36H, 36h",
    "PT1000S, 1000s",
    "PT0.0000005S, PT0.0000005S",
  })
  @DisplayName("a duration is written in the largest unit that is exact")
  void aDurationIsWrittenInTheLargestExactUnit(Duration duration, String text) {
    assertThat(Delays.text(duration)).isEqualTo(text);
  }

  @Test
  void specsThatMeanTheSameAreEqual() {
    BackoffSpec minutes = BackoffSpec.fixed(Duration.ofMinutes(60));

    assertThat(minutes).isEqualTo(BackoffSpec.fixed(Duration.ofHours(1)));
    assertThat(minutes).hasSameHashCodeAs(BackoffSpec.fixed(Duration.ofHours(1)));
    assertThat(minutes).isNotEqualTo(BackoffSpec.fixed(Duration.ofHours(2)));
    assertThat(BackoffSpec.maxOf(List.of(minutes))).isEqualTo(minutes);
  }

  @Test
  void nestedSpecsAreFlat() {
    BackoffSpec inner = BackoffSpec.maxOf(List.of(BackoffSpec.none(), BackoffSpec.fixed(ms(1))));

    assertThat(BackoffSpec.maxOf(List.of(inner, BackoffSpec.bucket(1, 1))))
        .hasToString("none+fixed:1ms+bucket:1:1");
  }

  @Test
  @Rule("4.2")
  void makesWhatItSays() {
    assertThat(waits(BackoffSpec.none())).containsOnly(0L);
    assertThat(waits(BackoffSpec.fixed(ms(7)))).containsOnly(7L);
    assertThat(waits(BackoffSpec.exponential(ms(1), ms(4)))).containsExactly(1L, 2L, 4L, 4L);
    assertThat(waits(BackoffSpec.fastSlow(ms(1), ms(9), 2))).containsExactly(1L, 1L, 9L, 9L);
    assertThat(waits(BackoffSpec.bucket(100, 2))).containsExactly(0L, 0L, 10L, 20L);
    assertThat(
            waits(
                BackoffSpec.maxOf(
                    List.of(BackoffSpec.exponential(ms(1), ms(12)), BackoffSpec.fixed(ms(3))))))
        .containsExactly(3L, 3L, 4L, 8L);
  }

  @Test
  @Rule("4.3")
  @DisplayName("in host scope, calls that fail together are one step")
  void inHostScopeCallsThatFailTogetherAreOneStep() {
    Backoff<String> shared = BackoffSpec.exponential(ms(100), sec(20)).createHostScoped(clock);

    assertThat(Waits.of(shared, "host", 100)).containsOnly(100L);
    clock.advance(ms(100));
    assertThat(Waits.of(shared, "host", 100)).containsOnly(200L);
    clock.advance(sec(40).plusNanos(2));
    assertThat(Waits.of(shared, "host", 100)).containsOnly(100L);
  }

  @Test
  @Rule("4.3")
  @DisplayName("in host scope, a step lasts as long as the longest delay")
  void inHostScopeAStepLastsAsLongAsTheLongestDelay() {
    Backoff<String> shared =
        BackoffSpec.maxOf(
                List.of(BackoffSpec.exponential(ms(100), sec(20)), BackoffSpec.fixed(sec(1))))
            .createHostScoped(clock);
    shared.when("host");
    clock.advance(ms(999));
    shared.when("host");

    assertThat(shared.retries("host")).isEqualTo(1);
  }

  @Test
  @Rule("4.3")
  @DisplayName("in host scope, a bucket still spaces each retry")
  void inHostScopeABucketStillSpacesEachRetry() {
    Backoff<String> shared =
        BackoffSpec.maxOf(
                List.of(BackoffSpec.exponential(ms(100), sec(20)), BackoffSpec.bucket(10, 1)))
            .createHostScoped(clock);

    assertThat(Waits.of(shared, "host", 4)).containsExactly(100L, 100L, 200L, 300L);
    assertThat(shared.retries("host")).isEqualTo(1);
  }

  @Test
  void whatIsOutOfRangeIsRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BackoffSpec.fixed(ms(-1)))
        .withMessage("fixed: D must not be negative: PT-0.001S");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BackoffSpec.exponential(sec(2), sec(1)))
        .withMessage("exponential: BASE 2s is longer than MAX 1s");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BackoffSpec.fastSlow(ms(1), ms(1), -1))
        .withMessage("fast-slow: N must not be negative: -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BackoffSpec.bucket(0, 1))
        .withMessage("bucket: QPS must be above 0, not 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BackoffSpec.maxOf(List.of()))
        .withMessage("backoff: no value is given");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BackoffSpec.custom(" "))
        .withMessage("backoff: a class name is missing");
  }

  private List<Long> waits(BackoffSpec spec) {
    return Waits.of(spec.<String>create(clock), "one", 4);
  }
}

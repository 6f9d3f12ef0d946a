package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Rule 5.7: what cancelled waits teach. */
class CallerPatienceTest {
  private final ManualClock clock = new ManualClock();
  private final CallerPatience patience = new CallerPatience(clock);

  private static long seconds(double seconds) {
    return (long) (seconds * 1e9);
  }

  private void cancelled(double... after) {
    for (double each : after) {
      patience.cancelled(seconds(each));
    }
  }

  @Test
  @Rule("5.7")
  void onlyWaitsThatEndLaterThanAllOfThreeAreRefused() {
    cancelled(2, 1);
    assertThat(patience.refuses(seconds(5))).isFalse();
    cancelled(3);

    assertThat(patience.refuses(seconds(2.5))).isFalse();
    assertThat(patience.refuses(seconds(3))).isFalse();
    assertThat(patience.refuses(seconds(3.1))).isTrue();
  }

  @Test
  @Rule("5.7")
  void aWaitThatEndsWellInBetweenBreaksTheRow() {
    cancelled(2, 2);
    patience.endedWell(seconds(3));
    cancelled(2, 2);

    assertThat(patience.refuses(seconds(5))).isFalse();
  }

  @Test
  @Rule("5.7")
  void aShortWaitThatEndsWellSaysNothingOfLongerOnes() {
    cancelled(2, 2);
    patience.endedWell(seconds(0.1));
    cancelled(2);
    patience.endedWell(seconds(0.1));

    assertThat(patience.refuses(seconds(5))).isTrue();
  }

  @Test
  @Rule("5.7")
  void theLessonIsForgottenAfterTenMinutesWithoutAnother() {
    cancelled(2, 2, 2);
    clock.advance(Duration.ofMinutes(9));
    assertThat(patience.isExceededBy(seconds(5))).isTrue();
    clock.advance(Duration.ofMinutes(1));

    assertThat(patience.isExceededBy(seconds(5))).isFalse();
    cancelled(2);
    assertThat(patience.refuses(seconds(5))).isFalse();
  }

  @Test
  @Rule("5.7")
  void askingWithoutAProbeUsesNoneUp() {
    cancelled(2, 2, 2);
    clock.advance(Duration.ofMinutes(1));

    assertThat(patience.isExceededBy(seconds(5))).isTrue();
    assertThat(patience.refuses(seconds(5))).isFalse();
    assertThat(patience.refuses(seconds(5))).isTrue();
  }
}

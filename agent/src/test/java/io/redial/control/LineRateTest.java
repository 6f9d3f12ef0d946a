package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LineRateTest {
  private final LineRate rate = new LineRate();

  private int allowed(int lines, long seconds) {
    int allowed = 0;
    for (int i = 0; i < lines; i++) {
      allowed += rate.allows(TimeUnit.SECONDS.toNanos(seconds)) ? 1 : 0;
    }
    return allowed;
  }

  @Test
  void letsTenLinesASecondThrough() {
    assertThat(allowed(9, 1)).isEqualTo(9);
    assertThat(allowed(100, 1)).isEqualTo(1);
    assertThat(allowed(100, 2)).isEqualTo(10);
  }

  @Test
  void tellsOnceHowManyWereLeftOut() {
    allowed(15, 1);

    assertThat(rate.leftOut()).isEqualTo(" (5 such lines left out)");
    assertThat(rate.leftOut()).isEmpty();
  }
}

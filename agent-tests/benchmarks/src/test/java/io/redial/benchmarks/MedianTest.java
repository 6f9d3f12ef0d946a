package io.redial.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {
  @Test
  void isNotMovedByAnOutlier() {
    assertThat(Median.of(List.of(9.0, 1_000.0, 11.0, 10.0, 12.0))).isEqualTo(new Median(11, 1));
  }

  @Test
  void liesBetweenTheTwoInTheMiddle() {
    assertThat(Median.of(List.of(1.0, 2.0, 4.0, 9.0)).value()).isEqualTo(3);
  }

  @Test
  void addsUpDeviationsInADifference() {
    assertThat(new Median(10, 3).minus(new Median(4, 4))).isEqualTo(new Median(6, 5));
  }
}

package io.redial.policy.backoff;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.ManualClock;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BucketTest {
  private final ManualClock clock = new ManualClock();
  private final Backoff<String> bucket = new Bucket<>(10, 2, clock);

  @Test
  @Rule("4.2")
  void allItemsTakeFromOneBucket() {
    assertThat(Waits.of(bucket, "one", 3)).containsExactly(0L, 0L, 100L);
    assertThat(Waits.of(bucket, "two", 2)).containsExactly(200L, 300L);
  }

  @Test
  @Rule("4.2")
  @DisplayName("forgetting an item gives no token back")
  void forgettingGivesNoTokenBack() {
    Waits.of(bucket, "one", 2);

    bucket.forget("one");

    assertThat(Waits.of(bucket, "one", 1)).isEqualTo(List.of(100L));
  }

  @Test
  @Rule("4.2")
  void countsNoFailures() {
    Waits.of(bucket, "one", 2);

    assertThat(bucket.retries("one")).isZero();
  }
}

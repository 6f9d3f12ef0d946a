package io.redial.policy.backoff;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The next delays of an item, in milliseconds. */
final class Waits {
  private Waits() {}

  static <K> List<Long> of(Backoff<K> backoff, K item, int count) {
    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      millis.add(backoff.when(item).toMillis());
    }
    return millis;
  }

  static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }

  static Duration sec(long seconds) {
    return Duration.ofSeconds(seconds);
  }
}

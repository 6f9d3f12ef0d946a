package io.redial.policy.backoff;

import java.time.Duration;

/** Waits a second for each letter of the cause's name; nothing if it is not told the cause. */
final class ByCause implements Backoff<String> {
  static Duration delay(Cause cause) {
    return Duration.ofSeconds(cause.key().length());
  }

  @Override
  public Duration when(String item) {
    return Duration.ZERO;
  }

  @Override
  public Duration when(String item, Cause cause) {
    return delay(cause);
  }

  @Override
  public void forget(String item) {}

  @Override
  public int retries(String item) {
    return 0;
  }
}

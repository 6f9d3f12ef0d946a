package io.redial.policy;

import io.redial.policy.rate.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until the test moves it. Starts at an odd, negative origin. */
public final class ManualClock implements Clock {
  private final AtomicLong nanos = new AtomicLong(-123_456_789_012L);

  @Override
  public long nanos() {
    return nanos.get();
  }

  @Override
  public long wallMillis() {
    return nanos.get() / 1_000_000;
  }

  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  public void advanceMillis(long millis) {
    advance(Duration.ofMillis(millis));
  }
}

package io.redial.storms.caller;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import java.net.URI;

/** Failsafe's RetryPolicy at its defaults: three attempts, one right after the other. */
final class WithFailsafe implements UserCall {
  private final Plain plain = new Plain();
  private final FailsafeExecutor<Integer> failsafe =
      Failsafe.with(RetryPolicy.<Integer>ofDefaults());

  @Override
  public int make(URI uri, int number) {
    return failsafe.get(() -> plain.makeOrThrow(uri, number));
  }
}

package io.redial.storms.caller;

import io.github.resilience4j.retry.Retry;
import java.net.URI;

/** Resilience4j's Retry at its defaults: three attempts, half a second apart. */
final class WithResilience4j implements UserCall {
  private final Plain plain = new Plain();
  private final Retry retry = Retry.ofDefaults("storm");

  @Override
  public int make(URI uri, int number) throws Exception {
    return retry.executeCallable(() -> plain.makeOrThrow(uri, number));
  }
}

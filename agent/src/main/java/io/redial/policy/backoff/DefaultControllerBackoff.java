package io.redial.policy.backoff;

import io.redial.policy.rate.Clock;
import java.time.Duration;
import java.util.Arrays;

/**
 * The default backoff of a Kubernetes controller's queue (client-go's
 * DefaultTypedControllerRateLimiter): 5 ms doubling up to 1000 s for each item, and over all items
 * together 10 retries a second after a burst of 100.
 */
public final class DefaultControllerBackoff {
  private DefaultControllerBackoff() {}

  /** Creates a backoff without failures; thread-safe. */
  public static <K> Backoff<K> create(Clock clock) {
    return new MaxOf<>(
        Arrays.<Backoff<K>>asList(
            new ItemExponentialFailure<K>(Duration.ofMillis(5), Duration.ofSeconds(1000)),
            new Bucket<K>(10, 100, clock)));
  }
}

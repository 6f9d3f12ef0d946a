package com.example.backoff;

import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.BackoffFactory;
import io.redial.policy.backoff.Cause;
import io.redial.policy.backoff.ItemExponentialFailure;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Waits as the failure deserves: not at all on top of what the server asked for, a second and more
 * for a server that is not there (it is being deployed), and a moment for a connection that was
 * lost (a new one will do).
 */
public final class ByKindOfFailure implements BackoffFactory {

  @Override
  public <K> Backoff<K> create() {
    return new Delays<>();
  }

  /** Each cause counts its own failures; the backoffs that do the counting are bounded. */
  private static final class Delays<K> implements Backoff<K> {
    private final Map<Cause, Backoff<K>> byCause = new EnumMap<>(Cause.class);
    private final Backoff<K> others = exponential(Duration.ofMillis(100), Duration.ofSeconds(20));

    Delays() {
      byCause.put(Cause.RETRY_AFTER, exponential(Duration.ZERO, Duration.ZERO));
      byCause.put(
          Cause.CONNECT_FAILURE, exponential(Duration.ofSeconds(1), Duration.ofSeconds(10)));
      byCause.put(
          Cause.CONNECTION_ERROR, exponential(Duration.ofMillis(50), Duration.ofSeconds(2)));
    }

    private static <K> Backoff<K> exponential(Duration base, Duration most) {
      return new ItemExponentialFailure<>(base, most);
    }

    @Override
    public Duration when(K item) {
      return others.when(item);
    }

    @Override
    public Duration when(K item, Cause cause) {
      return byCause.getOrDefault(cause, others).when(item);
    }

    @Override
    public void forget(K item) {
      byCause.values().forEach(backoff -> backoff.forget(item));
      others.forget(item);
    }

    @Override
    public int retries(K item) {
      int retries = others.retries(item);
      for (Backoff<K> backoff : byCause.values()) {
        retries += backoff.retries(item);
      }
      return retries;
    }
  }
}

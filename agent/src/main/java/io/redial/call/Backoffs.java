package io.redial.call;

import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.BackoffSpec;
import io.redial.policy.rate.Clock;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The backoffs that count each call's own failures, one for each specification (rule 4.2). */
final class Backoffs {
  /**
   * The number of specifications after which the map is cleared, because years of configuration
   * changes can keep adding some. Clearing it resets the failure counts of running calls, which is
   * harmless.
   */
  private static final int MAX = 10_000;

  private final Clock clock;
  private final ConcurrentMap<BackoffSpec, Backoff<Object>> bySpec = new ConcurrentHashMap<>();

  Backoffs(Clock clock) {
    this.clock = clock;
  }

  Backoff<Object> of(BackoffSpec spec) {
    Backoff<Object> known = bySpec.get(spec);
    return known != null ? known : make(spec);
  }

  private Backoff<Object> make(BackoffSpec spec) {
    if (bySpec.size() >= MAX) {
      bySpec.clear();
    }
    return bySpec.computeIfAbsent(spec, s -> s.create(clock));
  }
}

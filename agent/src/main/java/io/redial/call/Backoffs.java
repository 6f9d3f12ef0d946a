package io.redial.call;

import io.redial.policy.Clock;
import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.BackoffSpec;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The backoffs that count each call's own failures, one for each specification (rule 4.2). */
final class Backoffs {
  private final Clock clock;
  private final ConcurrentMap<BackoffSpec, Backoff<Object>> bySpec = new ConcurrentHashMap<>();

  Backoffs(Clock clock) {
    this.clock = clock;
  }

  Backoff<Object> of(BackoffSpec spec) {
    Backoff<Object> known = bySpec.get(spec);
    return known != null ? known : bySpec.computeIfAbsent(spec, s -> s.create(clock));
  }
}

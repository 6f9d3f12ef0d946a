package io.redial.call;

import io.redial.kernel.FaultBoundary;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The first attempts of asynchronous calls that the rate limit holds back (rule 4.5). Thread-safe.
 */
final class RateLimitedStarts {
  private final CallListener listener;
  private final Set<Start> heldBack = ConcurrentHashMap.newKeySet();

  RateLimitedStarts(CallListener listener) {
    this.listener = listener;
  }

  Start holdBack(Object client, Runnable firstAttempt) {
    Start start = new Start(client, firstAttempt);
    heldBack.add(start);
    return start;
  }

  /** Makes an attempt now, unless it has been made. */
  void release(Start start) {
    heldBack.remove(start);
    FaultBoundary.run(listener, "first attempt", start::make);
  }

  /** Makes the attempts of a client that takes no more requests afterwards. */
  @SuppressWarnings("ReferenceEquality") // Clients are compared by identity.
  void releaseAll(Object client) {
    for (Start start : heldBack) {
      if (start.client == client) {
        release(start);
      }
    }
  }

  /** A first attempt. It is made once: when it is due, or before its client is shut down. */
  static final class Start {
    private final Object client;
    private final Runnable attempt;
    private final AtomicBoolean made = new AtomicBoolean();

    Start(Object client, Runnable attempt) {
      this.client = client;
      this.attempt = attempt;
    }

    boolean isMade() {
      return made.get();
    }

    void make() {
      if (made.compareAndSet(false, true)) {
        attempt.run();
      }
    }
  }
}

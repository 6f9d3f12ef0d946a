package io.redial.call;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A first attempt of an asynchronous call that the rate limit holds back (rule 4.5). It is sent
 * once: when it is due, or before its client stops taking requests. Thread-safe.
 */
final class ThrottledStart {
  private final Object client;
  private final Runnable attempt;
  private final AtomicBoolean gone = new AtomicBoolean();

  ThrottledStart(Object client, Runnable attempt) {
    this.client = client;
    this.attempt = attempt;
  }

  @SuppressWarnings("ReferenceEquality") // Clients are compared by identity.
  boolean isFor(Object closing) {
    return client == closing;
  }

  boolean hasGone() {
    return gone.get();
  }

  /** Sends the attempt on this thread, unless it has been sent. */
  void go() {
    if (gone.compareAndSet(false, true)) {
      attempt.run();
    }
  }
}

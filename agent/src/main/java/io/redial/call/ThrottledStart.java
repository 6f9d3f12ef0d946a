package io.redial.call;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A first attempt of an asynchronous call for which it is too early (rule 4.5): goes out once, when
 * its time has come or before its client takes no more. Thread-safe.
 */
final class ThrottledStart {
  private final Object client;
  private final Runnable attempt;
  private final AtomicBoolean gone = new AtomicBoolean();

  ThrottledStart(Object client, Runnable attempt) {
    this.client = client;
    this.attempt = attempt;
  }

  @SuppressWarnings("ReferenceEquality") // Of clients, whatever they are equal to.
  boolean isFor(Object closing) {
    return client == closing;
  }

  boolean hasGone() {
    return gone.get();
  }

  /** Sends it on this thread, unless it has gone out. */
  void go() {
    if (gone.compareAndSet(false, true)) {
      attempt.run();
    }
  }
}

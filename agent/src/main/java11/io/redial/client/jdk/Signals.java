package io.redial.client.jdk;

import java.util.function.Supplier;

/**
 * Delivers signals to a subscriber one at a time, whatever threads they come from, and never while
 * holding the monitor that guards their state. Thread-safe.
 */
final class Signals {
  private final Object monitor;
  private final Supplier<Runnable> next;
  private boolean ready;
  private boolean busy;

  /**
   * Creates signals that are delivered from {@link #begin} on.
   *
   * @param next takes the next signal and returns it, or returns null; called while the monitor is
   *     held
   */
  Signals(Object monitor, Supplier<Runnable> next) {
    this.monitor = monitor;
    this.next = next;
  }

  /** Starts the delivery, because the subscriber has its subscription. */
  void begin() {
    synchronized (monitor) {
      ready = true;
    }
    run();
  }

  /** Delivers all pending signals; what a subscriber throws is thrown to the caller. */
  void run() {
    synchronized (monitor) {
      if (busy || !ready) {
        return; // The thread that is delivering looks again before it stops.
      }
      busy = true;
    }
    while (true) {
      Runnable signal;
      synchronized (monitor) {
        signal = next.get();
        if (signal == null) {
          busy = false;
          return;
        }
      }
      try {
        signal.run();
      } catch (Throwable thrown) {
        synchronized (monitor) {
          busy = false;
        }
        throw thrown;
      }
    }
  }
}

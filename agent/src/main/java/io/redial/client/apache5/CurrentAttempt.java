package io.redial.client.apache5;

import io.redial.call.Attempt;

/**
 * The attempt that a blocking client is making on this thread. It is kept by thread, because the
 * client does not leave the thread, while several threads may share a context.
 */
final class CurrentAttempt {
  private static final ThreadLocal<Attempt> CURRENT = new ThreadLocal<>();

  private CurrentAttempt() {}

  /**
   * Returns the attempt, or null if this thread makes none or makes a call that is left to its
   * client.
   */
  static Attempt get() {
    return CURRENT.get();
  }

  /** Returns the attempt if its outcome may be retried, or null. */
  static ClassicAttempt retriable() {
    Attempt attempt = CURRENT.get();
    return attempt instanceof ClassicAttempt ? (ClassicAttempt) attempt : null;
  }

  /**
   * Begins another attempt on this thread.
   *
   * @param attempt the attempt, or null for a call that is left to its client
   * @return what to hand to {@link #end}
   */
  static Attempt begin(Attempt attempt) {
    Attempt outer = CURRENT.get();
    CURRENT.set(attempt);
    return outer;
  }

  /** Ends the attempt. The enclosing one, if any, becomes the current one again. */
  static void end(Attempt outer) {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}

package io.redial.client.apache5;

import io.redial.call.Attempt;

/**
 * The attempt that a blocking client is making on this thread. The client does not leave the
 * thread, while threads may share a context.
 */
final class CurrentAttempt {
  private static final ThreadLocal<Attempt> CURRENT = new ThreadLocal<>();

  private CurrentAttempt() {}

  /** The attempt, or null if this thread makes none, or makes a call that is left to its client. */
  static Attempt get() {
    return CURRENT.get();
  }

  /** That attempt if its outcome may be retried, or null. */
  static ClassicAttempt retriable() {
    Attempt attempt = CURRENT.get();
    return attempt instanceof ClassicAttempt ? (ClassicAttempt) attempt : null;
  }

  /**
   * Another one begins.
   *
   * @param attempt the attempt, or null for a call that is left to its client
   * @return what to hand to {@link #end}
   */
  static Attempt begin(Attempt attempt) {
    Attempt outer = CURRENT.get();
    CURRENT.set(attempt);
    return outer;
  }

  /** The attempt is over; the enclosing one, if any, continues. */
  static void end(Attempt outer) {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}

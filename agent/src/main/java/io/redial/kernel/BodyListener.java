package io.redial.kernel;

/**
 * Whoever is told how a body goes on that its consumer reads by itself. Called by one thread at a
 * time, which holds no monitor of Redial's.
 */
public interface BodyListener {

  /**
   * Called when the consumer has read nothing of what it was offered, although its input is on. It
   * is offered again by {@link PushedBody#offerAgain}.
   */
  void unread();

  /**
   * Called once, at the end of the body. The consumer was told of an orderly one.
   *
   * @param cause null for an orderly end
   */
  void ended(Throwable cause);

  /** Does the same by the simplest means, if {@link #ended} has thrown something. */
  void endedAfterFault(Throwable cause);
}

package io.redial.control;

import io.redial.policy.Decision;

/**
 * Is notified of the attempts that the attempt log keeps: the flight recorder's events are made of
 * them. Thread-safe.
 */
public interface AttemptListener {
  /** Where there is no flight recorder. */
  AttemptListener NONE = new AttemptListener() {};

  /** Called when a call begins to wait after an attempt. */
  default void waiting(AttemptInfo attempt, Decision decision) {}

  /** Called when the next attempt of a call begins after a wait. */
  default void retried(long call) {}

  /** Called when an attempt is not retried that could have been. */
  default void refused(AttemptInfo attempt) {}

  /** Called when a call has ended that was retried, or that waited for a retry. */
  default void ended(AttemptInfo last, int attempts, long elapsedNanos) {}
}

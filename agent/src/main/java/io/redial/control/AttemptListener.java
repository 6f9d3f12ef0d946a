package io.redial.control;

import io.redial.config.LiveConfiguration;
import io.redial.policy.Decision;

/**
 * Is notified of the attempts that the attempt log keeps: the flight recorder's events are made of
 * them. Thread-safe.
 */
public interface AttemptListener {
  /** Where there is no flight recorder. */
  AttemptListener NONE = new AttemptListener() {};

  /**
   * Returns the flight recorder's listener where the JVM has one: on Java 11 or newer, in an image
   * with the module {@code jdk.jfr}. This loads its classes.
   */
  static AttemptListener find(LiveConfiguration configuration) {
    try {
      Class.forName("jdk.jfr.Event", false, null); // Java 8 could not load the class below.
      if (!System.getProperty("java.specification.version").startsWith("1.")) {
        return Class.forName("io.redial.control.jfr.RetryEvents")
            .asSubclass(AttemptListener.class)
            .getConstructor(LiveConfiguration.class)
            .newInstance(configuration);
      }
    } catch (ReflectiveOperationException | LinkageError | SecurityException none) {
      // This JVM has no flight recorder.
    }
    return NONE;
  }

  /** Called when a call begins to wait after an attempt. */
  default void waiting(AttemptInfo attempt, Decision decision) {}

  /** Called when the next attempt of a call begins after a wait. */
  default void retried(long call) {}

  /** Called when an attempt is not retried that could have been. */
  default void refused(AttemptInfo attempt) {}

  /** Called when a call has ended that was retried, or that waited for a retry. */
  default void ended(AttemptInfo last, int attempts, long elapsedNanos) {}
}

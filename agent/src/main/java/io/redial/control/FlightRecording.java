package io.redial.control;

import io.redial.config.LiveConfiguration;
import java.util.function.Supplier;

/**
 * The flight recorder's listener where the JVM has one: on Java 11 or newer, in an image with the
 * module {@code jdk.jfr}. Its classes are loaded when a call first fails. Thread-safe.
 */
final class FlightRecording implements Supplier<AttemptListener> {
  private static final String EVENTS = "io.redial.control.jfr.RetryEvents";

  private final LiveConfiguration configuration;
  private volatile AttemptListener events;

  FlightRecording(LiveConfiguration configuration) {
    this.configuration = configuration;
  }

  @Override
  public AttemptListener get() {
    if (events == null) {
      synchronized (this) {
        if (events == null) {
          events = find();
        }
      }
    }
    return events;
  }

  private AttemptListener find() {
    try {
      Class.forName("jdk.jfr.Event", false, null); // Java 8 could not load the class below.
      if (!System.getProperty("java.specification.version").startsWith("1.")) {
        return Class.forName(EVENTS)
            .asSubclass(AttemptListener.class)
            .getConstructor(LiveConfiguration.class)
            .newInstance(configuration);
      }
    } catch (ReflectiveOperationException | LinkageError | SecurityException none) {
      // This JVM has no flight recorder.
    }
    return AttemptListener.NONE;
  }
}

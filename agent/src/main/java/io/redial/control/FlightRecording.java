package io.redial.control;

import io.redial.call.AttemptRecord;
import io.redial.call.CallListener;
import io.redial.call.ObservedCall;
import io.redial.config.LiveConfiguration;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.NoRetryReason;

/**
 * Forwards what happens to calls to the log, and to the flight recorder where the JVM has one: on
 * Java 11 or newer, in an image with the module {@code jdk.jfr}. Whether it has one is checked when
 * a call first fails. Thread-safe.
 */
final class FlightRecording implements CallListener {
  private static final String EVENTS = "io.redial.control.jfr.RetryEvents";

  private final RetryLog log;
  private final LiveConfiguration configuration;
  private volatile boolean isFound;
  private CallListener events;

  FlightRecording(RetryLog log, LiveConfiguration configuration) {
    this.log = log;
    this.configuration = configuration;
  }

  /** The recorder's listener, whose classes are loaded when it is first used; null if none. */
  private CallListener events() {
    if (!isFound) {
      synchronized (this) {
        if (!isFound) {
          events = find();
          isFound = true;
        }
      }
    }
    return events;
  }

  private CallListener find() {
    try {
      Class.forName("jdk.jfr.Event", false, null); // Java 8 could not load the class below.
      if (!System.getProperty("java.specification.version").startsWith("1.")) {
        return Class.forName(EVENTS)
            .asSubclass(CallListener.class)
            .getConstructor(LiveConfiguration.class)
            .newInstance(configuration);
      }
    } catch (ReflectiveOperationException | LinkageError | SecurityException none) {
      // This JVM has no flight recorder.
    }
    return null;
  }

  @Override
  public void waiting(ObservedCall call, AttemptRecord attempt, Decision decision) {
    log.waiting(call, attempt, decision);
    if (events() != null) {
      events().waiting(call, attempt, decision);
    }
  }

  @Override
  public void waited(ObservedCall call, long nanos) {
    log.waited(call, nanos); // The recorder's event of a wait has its own duration.
  }

  @Override
  public void retried(ObservedCall call, Decision decision) {
    log.retried(call, decision);
    if (events() != null) {
      events().retried(call, decision);
    }
  }

  @Override
  public void refused(ObservedCall call, AttemptRecord attempt, NoRetryReason refusal) {
    log.refused(call, attempt, refusal);
    if (events() != null) {
      events().refused(call, attempt, refusal);
    }
  }

  @Override
  public void notCovered(ObservedCall call, int attempt, Throwable thrown, Failure failure) {
    log.notCovered(call, attempt, thrown, failure);
  }

  @Override
  public void ended(ObservedCall call, AttemptRecord attempt) {
    log.ended(call, attempt);
    if (events() != null) {
      events().ended(call, attempt);
    }
  }

  @Override
  public void settled(ObservedCall call, boolean saved) {
    log.settled(call, saved); // The recorder's event of a retried call has its outcome.
  }

  @Override
  public void fault(String where, Throwable thrown) {
    log.fault(where, thrown);
  }
}

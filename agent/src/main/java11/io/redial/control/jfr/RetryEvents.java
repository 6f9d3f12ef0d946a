package io.redial.control.jfr;

import io.redial.call.AttemptRecord;
import io.redial.call.CallListener;
import io.redial.call.ObservedCall;
import io.redial.config.Configuration;
import io.redial.config.LiveConfiguration;
import io.redial.control.AttemptInfo;
import io.redial.control.OptionInfo;
import io.redial.control.StartLine;
import io.redial.policy.Decision;
import io.redial.policy.NoRetryReason;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.FlightRecorder;

/**
 * Records the calls that do not succeed on the first attempt. It does nothing until the program's
 * flight recorder is in use, because the first event would make the JVM initialise it on a thread
 * of the application, which takes some hundred milliseconds. Thread-safe.
 */
public final class RetryEvents implements CallListener {
  /**
   * The events of the waits under way, by the number of the call. Whatever ends a wait removes its
   * event.
   */
  private final Map<Long, WaitEvent> waits = new ConcurrentHashMap<>();

  private final LiveConfiguration configuration;
  private final AtomicBoolean describesAgent = new AtomicBoolean();

  /** Creates the listener. It is called by reflection. */
  public RetryEvents(LiveConfiguration configuration) {
    this.configuration = configuration;
  }

  /** Whether there is a recorder; it then gets the events that describe the agent, too. */
  private boolean isRecording() {
    if (!FlightRecorder.isInitialized()) {
      return false;
    }
    if (describesAgent.compareAndSet(false, true)) {
      try {
        FlightRecorder.addPeriodicEvent(AgentEvent.class, this::recordAgent);
      } catch (SecurityException e) {
        // The application's code, which is on the stack, may not do this.
      }
    }
    return true;
  }

  private void recordAgent() {
    Configuration current = configuration.current();
    AgentEvent event = new AgentEvent();
    event.service = current.service() == null ? "" : current.service();
    event.version = StartLine.version();
    event.options = OptionInfo.set(current);
    event.commit();
  }

  @Override
  public void waiting(ObservedCall call, AttemptRecord attempt, Decision decision) {
    if (!isRecording()) {
      return;
    }
    WaitEvent event = new WaitEvent();
    event.begin();
    recordAttempt(call, attempt);
    event.describe(call);
    event.attempt = attempt.number();
    event.reason = decision.cause().key();
    event.planned = decision.waitNanos();
    // Also if the settings disable wait events: the entry shows that the attempt was recorded.
    waits.put(event.call, event);
  }

  @Override
  public void waited(ObservedCall call, long nanos) {
    // The next notification ends the event, which has to say whether an attempt follows.
  }

  @Override
  public void retried(ObservedCall call, Decision decision) {
    endWait(call, true);
  }

  private boolean endWait(ObservedCall call, boolean retried) {
    WaitEvent event = waits.isEmpty() ? null : waits.remove(call.number());
    if (event == null) {
      return false;
    }
    event.retried = retried;
    event.commit();
    return true;
  }

  @Override
  public void refused(ObservedCall call, AttemptRecord attempt, NoRetryReason refusal) {
    if (!isRecording()) {
      return;
    }
    if (!endWait(call, false)) {
      recordAttempt(call, attempt);
    }
    RefusalEvent event = new RefusalEvent();
    if (event.shouldCommit()) {
      event.describe(call);
      event.reason = refusal.key();
      event.outcome = AttemptInfo.outcome(attempt);
      event.commit();
    }
  }

  @Override
  public void ended(ObservedCall call, AttemptRecord attempt) {
    if (!isRecording()) {
      return;
    }
    Decision decision = attempt.decision();
    if (!decision.isRefused()) {
      recordAttempt(call, attempt); // Otherwise it was recorded when the retry was refused.
    }
    CallEvent event = new CallEvent();
    if (event.shouldCommit()) {
      event.describe(call);
      event.attempts = call.attempts();
      event.outcome = AttemptInfo.outcome(attempt);
      event.notRetried = decision.isRefused() ? decision.noRetryReason().key() : "";
      event.elapsed = System.nanoTime() - call.startNanos();
      event.commit();
    }
  }

  private static void recordAttempt(ObservedCall call, AttemptRecord attempt) {
    AttemptEvent event = new AttemptEvent();
    if (event.shouldCommit()) {
      AttemptInfo info = new AttemptInfo(call, attempt);
      event.describe(call);
      event.attempt = info.getAttempt();
      event.outcome = info.getOutcome();
      event.reason = info.getReason();
      event.notRetried = info.getNotRetried();
      event.wait = Math.max(0, info.getWaitMillis());
      event.commit();
    }
  }

  @Override
  public void fault(String where, Throwable thrown) {
    // The log reports it.
  }
}

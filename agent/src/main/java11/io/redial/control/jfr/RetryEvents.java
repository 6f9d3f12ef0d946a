package io.redial.control.jfr;

import io.redial.config.Configuration;
import io.redial.config.LiveConfiguration;
import io.redial.control.AttemptInfo;
import io.redial.control.AttemptListener;
import io.redial.control.CallInfo;
import io.redial.control.OptionInfo;
import io.redial.control.StartLine;
import io.redial.policy.Decision;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * Records the calls that do not succeed on the first attempt. It does nothing until the program's
 * flight recorder is in use, because the first event would make the JVM initialise it on a thread
 * of the application, which takes some hundred milliseconds. Thread-safe.
 */
public final class RetryEvents implements AttemptListener {
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
  public void waiting(AttemptInfo attempt, Decision decision) {
    if (!isRecording()) {
      return;
    }
    WaitEvent event = new WaitEvent();
    event.begin();
    recordAttempt(attempt);
    event.describe(attempt);
    event.attempt = attempt.getAttempt();
    event.reason = decision.cause().key();
    event.planned = decision.waitNanos();
    // Also if the settings disable wait events: the entry shows that the attempt was recorded.
    waits.put(event.call, event);
  }

  @Override
  public void retried(long call) {
    endWait(call, true);
  }

  private boolean endWait(long call, boolean retried) {
    WaitEvent event = waits.remove(call);
    if (event == null) {
      return false;
    }
    event.retried = retried;
    event.commit();
    return true;
  }

  @Override
  public void refused(AttemptInfo attempt) {
    if (!isRecording()) {
      return;
    }
    if (!endWait(attempt.getCall(), false)) {
      recordAttempt(attempt);
    }
    RefusalEvent event = new RefusalEvent();
    if (event.shouldCommit()) {
      event.describe(attempt);
      event.reason = attempt.getNotRetried();
      event.outcome = attempt.getOutcome();
      event.commit();
    }
  }

  @Override
  public void ended(AttemptInfo last, int attempts, long elapsedNanos) {
    if (!isRecording()) {
      return;
    }
    if (last.getNotRetried().isEmpty()) {
      recordAttempt(last); // Otherwise it was recorded when the retry was refused.
    }
    CallEvent event = new CallEvent();
    if (event.shouldCommit()) {
      event.describe(last);
      event.attempts = attempts;
      event.outcome = last.getOutcome();
      event.notRetried = last.getNotRetried();
      event.elapsed = elapsedNanos;
      event.commit();
    }
  }

  private static void recordAttempt(AttemptInfo attempt) {
    AttemptEvent event = new AttemptEvent();
    if (event.shouldCommit()) {
      event.describe(attempt);
      event.attempt = attempt.getAttempt();
      event.outcome = attempt.getOutcome();
      event.reason = attempt.getReason();
      event.notRetried = attempt.getNotRetried();
      event.wait = Math.max(0, attempt.getWaitMillis());
      event.commit();
    }
  }

  /**
   * The fields that describe the call in all events. Events have no stack traces, which would show
   * Redial and the client.
   */
  @Category({"Redial"})
  @StackTrace(false)
  abstract static class RetryEvent extends Event {
    @Label("Call")
    @Description("The number of the call in the log")
    long call;

    @Label("Host")
    String host;

    @Label("Route")
    @Description("The route that the call took; empty if none matched")
    String route;

    @Label("Request")
    @Description("Method and URL, without secrets")
    String request;

    final void describe(CallInfo described) {
      call = described.getCall();
      host = described.getHost();
      route = described.getRoute();
      request = described.getRequest();
    }
  }

  @Name("io.redial.RetriedCall")
  @Label("Retried HTTP Call")
  @Description("A call that was retried, or waited for its retry, has ended")
  static final class CallEvent extends RetryEvent {
    @Label("Attempts")
    int attempts;

    @Label("Outcome")
    @Description("The status or the exception that the application got")
    String outcome;

    @Label("Not Retried")
    @Description("Why no further attempt was made; empty if none was needed")
    String notRetried;

    @Label("Elapsed")
    @Description("From the beginning of the call to its end, all attempts and waits included")
    @Timespan(Timespan.NANOSECONDS)
    long elapsed;
  }

  @Name("io.redial.Attempt")
  @Label("HTTP Attempt")
  @Description("An attempt of a call that did not succeed on the first attempt")
  static final class AttemptEvent extends RetryEvent {
    @Label("Attempt")
    @Description("Which attempt of the call it was, from 1")
    int attempt;

    @Label("Outcome")
    @Description("Its status, or its exception")
    String outcome;

    @Label("Reason")
    @Description("Why it was or would have been retried; empty if it succeeded")
    String reason;

    @Label("Not Retried")
    @Description("Why it was not retried; empty if it was, or succeeded")
    String notRetried;

    @Label("Wait")
    @Description("The planned wait for the next attempt, in a dry run, too; 0 if there was none")
    @Timespan(Timespan.MILLISECONDS)
    long wait;
  }

  /** The wait between two attempts; the event's duration is that of the wait. */
  @Name("io.redial.Wait")
  @Label("HTTP Retry Wait")
  @Description("The time that a call waited for its next attempt")
  static final class WaitEvent extends RetryEvent {
    @Label("Attempt")
    @Description("The attempt after which the call waited, from 1")
    int attempt;

    @Label("Reason")
    @Description("Why it was retried")
    String reason;

    @Label("Planned")
    @Description("The planned wait")
    @Timespan(Timespan.NANOSECONDS)
    long planned;

    @Label("Followed by a Retry")
    boolean retried;
  }

  @Name("io.redial.Refusal")
  @Label("HTTP Retry Not Made")
  @Description("A retry that could have been made and was not")
  static final class RefusalEvent extends RetryEvent {
    @Label("Reason")
    @Description("The reason, as in the counts of refusals: method, no-hint, budget, ...")
    String reason;

    @Label("Outcome")
    @Description("The status or the exception that was not retried")
    String outcome;
  }

  /**
   * Which program a recording is of. It is recorded at the end of each chunk, because the recorder
   * drops old chunks of a recording that runs for long.
   */
  @Name("io.redial.Agent")
  @Label("Redial")
  @Description("The service, Redial's version and the options that are set")
  @Category({"Redial"})
  @Period("endChunk")
  @StackTrace(false)
  static final class AgentEvent extends Event {
    @Label("Service")
    @Description("Option service; empty if it is not set")
    String service;

    @Label("Version")
    @Description("Redial's version")
    String version;

    @Label("Options")
    @Description("The options that differ from the defaults, without secrets")
    String options;
  }
}

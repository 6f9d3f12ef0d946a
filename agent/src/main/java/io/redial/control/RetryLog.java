package io.redial.control;

import static io.redial.control.log.RedialLogger.LOG;

import io.redial.call.AttemptRecord;
import io.redial.call.CallListener;
import io.redial.call.ObservedCall;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.NoRetryReason;
import io.redial.policy.RetryPolicy;
import io.redial.policy.backoff.Cause;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Counts, keeps and logs the outcomes of calls that do not succeed on the first attempt (rule 11).
 * Thread-safe.
 */
final class RetryLog implements CallListener {
  private static final int MAX_FAULTS = 100;

  /** Stands for calls that no route matches, as in the tables of the command line. */
  private static final String NO_ROUTE = "-";

  // By host and reason. The delays are waits that are over, or that a dry run has planned; their
  // counters are HostBeans.WAITS and HostBeans.NANOS instead of reasons.
  final Counters retries = new Counters();
  final Counters refusals = new Counters();
  final Counters delays = new Counters();
  final Counters forecasts = new Counters();
  final Counters forecastDelays = new Counters();

  // Calls that a retry saved, and calls that failed for good, by host and route.
  final Counters saved = new Counters();
  final Counters failed = new Counters();

  final AttemptLog attempts = new AttemptLog();
  private final LineRate outcomes = new LineRate();
  private final RefusalWatch budgets;
  private final RefusalWatch waits;
  private final Supplier<AttemptListener> findEvents;
  private AttemptListener events; // Guarded by this.
  private final Supplier<String> whyNoWait;
  private final Set<String> faults = ConcurrentHashMap.newKeySet();

  /**
   * Creates a log.
   *
   * @param findEvents returns who is notified of the attempts that it keeps; called when a call
   *     first fails
   * @param later runs tasks after a delay
   * @param whyNoWait tells why a thread was refused a wait the last time
   */
  RetryLog(
      Supplier<AttemptListener> findEvents, RefusalWatch.Later later, Supplier<String> whyNoWait) {
    this.findEvents = findEvents;
    budgets = new RefusalWatch("the retry budget has recovered", System::nanoTime, later);
    waits = new RefusalWatch("threads may wait again", System::nanoTime, later);
    this.whyNoWait = whyNoWait;
  }

  private synchronized AttemptListener events() {
    if (events == null) {
      events = findEvents.get();
    }
    return events;
  }

  /** The hosts with retries, made or not. */
  Set<String> hosts() {
    Set<String> hosts = new TreeSet<>(retries.hosts());
    hosts.addAll(refusals.hosts());
    return hosts;
  }

  @Override
  public void waited(ObservedCall call, long nanos) {
    delays.count(call.hostName(), HostBeans.WAITS);
    delays.add(call.hostName(), HostBeans.NANOS, nanos);
  }

  @Override
  public void retried(ObservedCall call, Decision decision) {
    retries.count(call.hostName(), decision.cause().key());
    events().retried(call.number());
  }

  @Override
  public void waiting(ObservedCall call, AttemptRecord attempt, Decision decision) {
    AttemptInfo info = attempts.add(call, attempt);
    String cause = decision.cause().key();
    String wait = millis(decision.waitNanos());
    LOG.debug("{}; {}: next attempt in {}", ended(attempt), cause, wait, call);
    events().waiting(info, decision);
  }

  @Override
  public void refused(ObservedCall call, AttemptRecord attempt, NoRetryReason refusal) {
    refusals.count(call.hostName(), refusal.key());
    AttemptInfo info = attempts.add(call, attempt);
    if (refusal == NoRetryReason.BUDGET) {
      RetryPolicy policy = call.policy();
      String dryRun = policy.observes() ? ", dry run" : "";
      budgets.refused(
          call.hostName(), () -> "the retry budget (" + policy.budget() + dryRun + ") is used up");
    } else if (refusal == NoRetryReason.MAX_WAITING && !call.policy().observes()) {
      waits.refused(refusal.key(), whyNoWait);
    }
    if (refusal == NoRetryReason.OBSERVE) {
      forecast(call, attempt);
    }
    LOG.debug("{}; not retried: {}", ended(attempt), refusal.key() + plan(attempt), call);
    events().refused(info);
  }

  private void forecast(ObservedCall call, AttemptRecord attempt) {
    Decision forecast = attempt.decision();
    forecasts.count(call.hostName(), forecast.cause().key());
    if (forecast.waitNanos() >= 0) {
      forecastDelays.count(call.hostName(), HostBeans.WAITS);
      forecastDelays.add(call.hostName(), HostBeans.NANOS, forecast.waitNanos());
    }
    String would = " would have been retried (" + forecast.cause().key() + ") in ";
    log(call, attempt.outcome() + would + millis(forecast.waitNanos()));
  }

  /** The retry that was not made, for the end of a line; empty if none was planned. */
  private static String plan(AttemptRecord attempt) {
    Decision refused = attempt.decision();
    return refused.cause() == null || refused.waitNanos() < 0
        ? ""
        : " (" + refused.cause().key() + ", planned in " + millis(refused.waitNanos()) + ")";
  }

  @Override
  public void notCovered(ObservedCall call, int attempt, Throwable thrown, Failure failure) {
    if (LOG.isDebugEnabled()) { // Otherwise the application's code need not describe its exception.
      LOG.debug(
          "attempt {} ended with {}; not retried: {}", attempt, "" + thrown, kind(failure), call);
    }
  }

  private static String kind(Failure failure) {
    if (failure == null) {
      return "the failure of a call made within this one, which has had its own retries";
    }
    if (failure == Failure.OTHER) {
      return "no failure of a kind that retry-on can name";
    }
    String name = failure.cause() == null ? "" : failure.cause().key();
    String unprocessed = failure.unprocessed() ? Cause.UNPROCESSED.key() : "";
    String or = name.isEmpty() || unprocessed.isEmpty() ? "" : " or ";
    return "retry-on does not have " + name + or + unprocessed;
  }

  private static String ended(AttemptRecord attempt) {
    return "attempt " + attempt.number() + " ended with " + attempt.outcome();
  }

  @Override
  public void ended(ObservedCall call, AttemptRecord attempt) {
    AttemptInfo info = attempts.add(call, attempt);
    int made = call.attempts();
    long nanos = System.nanoTime() - call.startNanos();
    String after = " after " + made + (made == 1 ? " attempt in " : " attempts in ");
    log(call, attempt.outcome() + after + millis(nanos) + why(attempt));
    events().ended(info, made, nanos);
  }

  private void log(ObservedCall call, String outcome) {
    outcomes.info(System.nanoTime(), call, outcome);
  }

  @Override
  public void settled(ObservedCall call, boolean success) {
    String route = call.policy().route();
    (success ? saved : failed).count(call.hostName(), route == null ? NO_ROUTE : route);
  }

  /** The reason why no further retry was made, for the end of a line; empty if none was needed. */
  private static String why(AttemptRecord last) {
    NoRetryReason reason = last.decision().noRetryReason();
    return reason == null ? "" : "; not retried: " + reason.key();
  }

  private static String millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
  }

  @Override
  public void fault(String where, Throwable thrown) {
    if (faults.size() < MAX_FAULTS && faults.add(where + thrown.getClass().getName())) {
      LOG.error("fault in {} (the call went on without it)", where, thrown);
    }
  }
}

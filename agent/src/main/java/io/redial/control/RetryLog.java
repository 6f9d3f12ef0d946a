package io.redial.control;

import io.redial.call.AttemptRecord;
import io.redial.call.CallListener;
import io.redial.call.ObservedCall;
import io.redial.control.log.RedialLogger;
import io.redial.policy.Decision;
import io.redial.policy.NoRetryReason;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/** Counts and logs the outcomes of calls that do not simply succeed. Thread-safe. */
final class RetryLog implements CallListener {
  private static final Logger LOG = RedialLogger.LOG;

  private final Counters retries = new Counters();
  private final Counters refusals = new Counters();
  private final LineRate outcomes = new LineRate();
  private final Set<String> faults = ConcurrentHashMap.newKeySet();

  Counters retries() {
    return retries;
  }

  Counters refusals() {
    return refusals;
  }

  @Override
  public void retried(ObservedCall call, Decision decision) {
    retries.count(call.hostName(), decision.cause().key());
  }

  @Override
  public void waiting(ObservedCall call, AttemptRecord attempt, Decision decision) {
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "{}: attempt {} ended with {}; {}: next attempt in {} ms",
          RequestLine.of(call.request()),
          attempt.number(),
          attempt.outcome(),
          decision.cause().key(),
          TimeUnit.NANOSECONDS.toMillis(decision.waitNanos()));
    }
  }

  @Override
  public void refused(ObservedCall call, AttemptRecord attempt, NoRetryReason refusal) {
    refusals.count(call.hostName(), refusal.key());
    if (refusal == NoRetryReason.OBSERVE
        && LOG.isInfoEnabled()
        && outcomes.allows(System.nanoTime())) {
      LOG.info(
          "{}: {} would have been retried ({}) in {} ms{}",
          RequestLine.of(call.request()),
          attempt.outcome(),
          attempt.decision().cause().key(),
          TimeUnit.NANOSECONDS.toMillis(attempt.decision().waitNanos()),
          outcomes.leftOut());
    }
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "{}: attempt {} ended with {}; not retried: {}",
          RequestLine.of(call.request()),
          attempt.number(),
          attempt.outcome(),
          refusal.key());
    }
  }

  @Override
  public void ended(ObservedCall call, AttemptRecord attempt) {
    if (LOG.isInfoEnabled() && outcomes.allows(System.nanoTime())) {
      LOG.info(
          "{}: {} after {} attempts in {} ms{}",
          RequestLine.of(call.request()),
          attempt.outcome(),
          call.attempts(),
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - call.startNanos()),
          outcomes.leftOut());
    }
  }

  @Override
  public void fault(String where, Throwable thrown) {
    if (faults.size() < 100 && faults.add(where + thrown.getClass().getName())) {
      LOG.error("fault in {} (the call went on without it)", where, thrown);
    }
  }
}

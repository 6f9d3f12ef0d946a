package io.redial.control;

import io.redial.call.AttemptRecord;
import io.redial.call.ObservedCall;
import io.redial.control.log.LogLine;
import io.redial.policy.Decision;
import io.redial.policy.NoRetryReason;
import java.util.concurrent.TimeUnit;

/**
 * An attempt that was or could have been followed by a retry, or the last attempt of a retried call
 * (rule 11.3), as JMX, the command line and the flight recorder show it. Immutable.
 */
public final class AttemptInfo extends CallInfo {
  private final int attempt;
  private final long wallMillis;
  private final String outcome;
  private final String reason;
  private final String notRetried;
  private final long waitMillis;

  AttemptInfo(ObservedCall observed, AttemptRecord record) {
    super(observed);
    Decision decision = record.decision();
    attempt = record.number();
    wallMillis = record.wallMillis();
    outcome = LogLine.shortened(record.outcome());
    reason = decision.cause() == null ? "" : decision.cause().key();
    notRetried = decision.isRefused() ? decision.noRetryReason().key() : "";
    boolean planned = decision.retries() || decision.noRetryReason() == NoRetryReason.OBSERVE;
    long wait = planned ? decision.waitNanos() : -1;
    waitMillis = wait < 0 ? -1 : TimeUnit.NANOSECONDS.toMillis(wait);
  }

  /** Which attempt of the call it was, from 1. */
  public int getAttempt() {
    return attempt;
  }

  /** When the attempt ended, in the format of RFC 3339: {@code 2026-11-23T12:00:00.007Z}. */
  public String getTime() {
    return LogLine.time(wallMillis);
  }

  /** The status of the response, or the exception. */
  public String getOutcome() {
    return LogLine.shortened(outcome);
  }

  /**
   * The reason why the attempt was or would have been retried, as in the counts of retries; empty
   * if it succeeded.
   */
  public String getReason() {
    return reason;
  }

  /**
   * The reason why the attempt was not retried, as in the counts of refusals; empty if it was
   * retried or succeeded.
   */
  public String getNotRetried() {
    return notRetried;
  }

  /**
   * The wait for the next attempt in milliseconds, as it was planned, or would have been in a dry
   * run; -1 if there was none.
   */
  public long getWaitMillis() {
    return waitMillis;
  }
}

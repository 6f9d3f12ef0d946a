package io.redial.control;

import io.redial.call.AttemptRecord;
import io.redial.call.ObservedCall;
import io.redial.control.log.LogContext;
import io.redial.control.log.LogLine;
import io.redial.policy.Decision;
import io.redial.policy.NoRetryReason;
import java.util.concurrent.TimeUnit;

/**
 * An attempt that was or could have been followed by a retry, or the last attempt of a retried call
 * (rule 11.3). It holds texts of limited length and no reference to the call, so that it can be
 * kept after the call has ended. Immutable.
 */
public final class AttemptInfo {
  private final long call;
  private final String host;
  private final String route;
  private final String request;
  private final int attempt;
  private final long wallMillis;
  private final String outcome;
  private final String reason;
  private final String notRetried;
  private final long waitMillis;

  /** Describes an attempt of the observed call. */
  public AttemptInfo(ObservedCall observed, AttemptRecord record) {
    Decision decision = record.decision();
    call = observed.number();
    host = observed.hostName();
    route = route(observed);
    request = request(observed);
    attempt = record.number();
    wallMillis = record.wallMillis();
    outcome = outcome(record);
    reason = decision.cause() == null ? "" : decision.cause().key();
    notRetried = decision.isRefused() ? decision.noRetryReason().key() : "";
    boolean planned = decision.retries() || decision.noRetryReason() == NoRetryReason.OBSERVE;
    long wait = planned ? decision.waitNanos() : -1;
    waitMillis = wait < 0 ? -1 : TimeUnit.NANOSECONDS.toMillis(wait);
  }

  /** The route of a call; empty if no route matched. */
  public static String route(ObservedCall observed) {
    String route = observed.policy().route();
    return route == null ? "" : route;
  }

  /** Method and URL of a call, shortened and without secrets. */
  public static String request(ObservedCall observed) {
    return LogLine.shortened(LogContext.request(observed));
  }

  /** How an attempt ended, shortened and without secrets. */
  public static String outcome(AttemptRecord record) {
    return LogLine.shortened(record.outcome());
  }

  /** The number of its call. */
  public long getCall() {
    return call;
  }

  /** {@code scheme://host:port}. */
  public String getHost() {
    return host;
  }

  /** The route of its call; empty if no route matched. */
  public String getRoute() {
    return route;
  }

  /** Method and URL, without secrets. */
  public String getRequest() {
    return LogLine.shortened(request); // Option redact may have been set since.
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

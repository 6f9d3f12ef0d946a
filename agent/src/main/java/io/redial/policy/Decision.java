package io.redial.policy;

import io.redial.policy.backoff.Cause;

/**
 * What follows an attempt: its outcome is returned, or it is retried after a wait, or a retry was
 * considered and refused. Immutable.
 */
public final class Decision {
  /** The policy has nothing to say about the outcome. */
  public static final Decision RETURN = new Decision(null, null, -1, -1, false);

  private final Cause cause;
  private final NoRetryReason reason;
  private final long waitNanos;
  private final long hintNanos;
  private final boolean covered;

  private Decision(
      Cause cause, NoRetryReason reason, long waitNanos, long hintNanos, boolean covered) {
    this.cause = cause;
    this.reason = reason;
    this.waitNanos = waitNanos;
    this.hintNanos = hintNanos;
    this.covered = covered;
  }

  /** A retry at a time that is not known yet. */
  static Decision retry(Cause cause, long hintNanos) {
    return new Decision(cause, null, -1, hintNanos, true);
  }

  static Decision refuse(NoRetryReason reason, Classification classified) {
    return new Decision(
        classified.cause(), reason, -1, classified.hintNanos(), classified.covered());
  }

  /** The same decision with its wait. */
  Decision after(long nanos) {
    return new Decision(cause, reason, nanos, hintNanos, covered);
  }

  /** Whether another attempt follows after {@link #waitNanos()}. */
  public boolean retries() {
    return cause != null && reason == null;
  }

  /** Whether a retry was considered and refused; {@link #noRetryReason()} says why. */
  public boolean isRefused() {
    return reason != null;
  }

  /**
   * Why the call is or would have been retried; null if the policy has nothing to say about the
   * outcome.
   */
  public Cause cause() {
    return cause;
  }

  /** Why the retry is not made; null unless {@link #isRefused()}. */
  public NoRetryReason noRetryReason() {
    return reason;
  }

  /**
   * Nanoseconds until the next attempt, or until the one that was refused; -1 if the wait was not
   * computed.
   */
  public long waitNanos() {
    return waitNanos;
  }

  /** What the server asked for in nanoseconds, or -1. */
  public long hintNanos() {
    return hintNanos;
  }

  /**
   * Whether only Redial decides about the outcome, so that the client's own retries stand back
   * (rule 7.1).
   */
  public boolean covered() {
    return covered;
  }

  /** The same decision after a longer wait. */
  public Decision noSooner(long nanos) {
    return nanos <= waitNanos ? this : new Decision(cause, reason, nanos, hintNanos, covered);
  }

  /** The same decision, refused after all. */
  public Decision refused(NoRetryReason why) {
    return new Decision(cause, why, waitNanos, hintNanos, covered);
  }
}

package io.redial.policy;

import io.redial.policy.backoff.Cause;

/**
 * The decision on what follows an attempt: its outcome is returned, or it is retried after a wait,
 * or a retry was considered and refused. Immutable.
 */
public final class Decision {
  /** The outcome is returned, because no rule of the policy applies to it. */
  public static final Decision RETURN = new Decision(null, null, -1, RetryAfter.NONE);

  private final Cause cause;
  private final NoRetryReason reason;
  private final long waitNanos;
  private final long hintNanos;

  private Decision(Cause cause, NoRetryReason reason, long waitNanos, long hintNanos) {
    this.cause = cause;
    this.reason = reason;
    this.waitNanos = waitNanos;
    this.hintNanos = hintNanos;
  }

  /** Returns a decision to retry whose wait is not known yet. */
  static Decision retry(Cause cause, long hintNanos) {
    return new Decision(cause, null, -1, hintNanos);
  }

  /**
   * Returns a decision for an outcome that looks like one to retry, but that the rules do not
   * cover: the client's own retry layer may act.
   */
  static Decision notCovered(NoRetryReason reason) {
    return new Decision(null, reason, -1, RetryAfter.NONE);
  }

  /**
   * Returns a decision for an outcome that would be retried if the server had not ruled that out,
   * by a veto or by too long a hint: no retry layer may act.
   */
  static Decision forbidden(Cause cause, NoRetryReason reason) {
    return new Decision(cause, reason, -1, RetryAfter.NONE);
  }

  /** Returns the same decision with a wait. */
  Decision after(long nanos) {
    return new Decision(cause, reason, nanos, hintNanos);
  }

  /** Whether another attempt follows after {@link #waitNanos()}. */
  public boolean retries() {
    return cause != null && reason == null;
  }

  /** Whether a retry was considered and refused; {@link #noRetryReason()} says why. */
  public boolean isRefused() {
    return reason != null;
  }

  /** Returns why the call is or would have been retried; null if no rule applies to the outcome. */
  public Cause cause() {
    return cause;
  }

  /** Why the retry is not made; null unless {@link #isRefused()}. */
  public NoRetryReason noRetryReason() {
    return reason;
  }

  /**
   * Returns the wait before the next attempt, or before the retry that was refused, in nanoseconds;
   * -1 if it was not computed.
   */
  public long waitNanos() {
    return waitNanos;
  }

  /** Returns the wait that the server asked for in nanoseconds, or -1 if it did not. */
  public long hintNanos() {
    return hintNanos;
  }

  /**
   * Returns whether Redial alone decides about the outcome, so that the client's own retry layer
   * leaves it alone (rule 7.1).
   */
  public boolean covered() {
    return cause != null;
  }

  /** Returns the same decision with a wait of at least {@code nanos}. */
  public Decision noSooner(long nanos) {
    return nanos <= waitNanos ? this : new Decision(cause, reason, nanos, hintNanos);
  }

  /** Returns the same decision, refused for the given reason. */
  public Decision refused(NoRetryReason why) {
    return new Decision(cause, why, waitNanos, hintNanos);
  }
}

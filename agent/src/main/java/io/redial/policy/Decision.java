package io.redial.policy;

import io.redial.policy.backoff.Cause;

/** What becomes of a call after an attempt: return, retry after a wait, or surrender. Immutable. */
public final class Decision {
  /** The outcome is none that the policy is about. */
  public static final Decision RETURN = new Decision(null, null, -1, -1, false);

  private final Cause cause;
  private final NoRetryReason refusal;
  private final long waitNanos;
  private final long hintNanos;
  private final boolean covered;

  private Decision(
      Cause cause, NoRetryReason refusal, long waitNanos, long hintNanos, boolean covered) {
    this.cause = cause;
    this.refusal = refusal;
    this.waitNanos = waitNanos;
    this.hintNanos = hintNanos;
    this.covered = covered;
  }

  /** To be retried, at a time that is not known yet. */
  static Decision retry(Cause cause, long hintNanos) {
    return new Decision(cause, null, -1, hintNanos, true);
  }

  static Decision surrender(NoRetryReason refusal, Classification classified) {
    return new Decision(
        classified.cause(), refusal, -1, classified.hintNanos(), classified.covered());
  }

  /** The same decision with its wait. */
  Decision after(long nanos) {
    return new Decision(cause, refusal, nanos, hintNanos, covered);
  }

  /** Whether another attempt follows after {@link #waitNanos()}. */
  public boolean retries() {
    return cause != null && refusal == null;
  }

  /** Whether a retry was thought of and refused: {@link #refusal()} says why. */
  public boolean surrenders() {
    return refusal != null;
  }

  /** Why the call is or would have been retried; null if the policy is not about the outcome. */
  public Cause cause() {
    return cause;
  }

  /** Why the retry is not made; null unless {@link #surrenders()}. */
  public NoRetryReason refusal() {
    return refusal;
  }

  /**
   * Nanoseconds until the next attempt, or that it would have taken; -1 where none was computed.
   */
  public long waitNanos() {
    return waitNanos;
  }

  /** What the server asked for in nanoseconds, or -1. */
  public long hintNanos() {
    return hintNanos;
  }

  /**
   * Whether the outcome is Redial's alone, so that the client's own retries keep off (rule 7.1).
   */
  public boolean covered() {
    return covered;
  }

  /** The same decision after a longer wait. */
  public Decision noSooner(long nanos) {
    return nanos <= waitNanos ? this : new Decision(cause, refusal, nanos, hintNanos, covered);
  }

  /** The same decision, refused after all. */
  public Decision refused(NoRetryReason why) {
    return new Decision(cause, why, waitNanos, hintNanos, covered);
  }
}

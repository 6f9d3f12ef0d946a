package io.redial.policy;

import io.redial.policy.backoff.Cause;

/** The result of applying rule 2 to an outcome, before any limit is checked. Immutable. */
final class Classification {
  static final Classification NOT_OURS = new Classification(null, null, RetryAfter.NONE, false);

  private final Cause cause;
  private final NoRetryReason reason;
  private final long hintNanos;
  private final boolean covered;

  private Classification(Cause cause, NoRetryReason reason, long hintNanos, boolean covered) {
    this.cause = cause;
    this.reason = reason;
    this.hintNanos = hintNanos;
    this.covered = covered;
  }

  /** Returns a classification that calls for a retry, if the limits allow it. */
  static Classification retry(Cause cause, long hintNanos) {
    return new Classification(cause, null, hintNanos, true);
  }

  /**
   * Returns a classification for an outcome that looks like one to retry, but that the rules do not
   * cover: the client's own retry layer may act.
   */
  static Classification notCovered(NoRetryReason reason) {
    return new Classification(null, reason, RetryAfter.NONE, false);
  }

  /**
   * Returns a classification for an outcome that would be retried if the server had not ruled that
   * out, by a veto or by too long a hint: no retry layer may act.
   */
  static Classification forbidden(Cause cause, NoRetryReason reason) {
    return new Classification(cause, reason, RetryAfter.NONE, true);
  }

  Cause cause() {
    return cause;
  }

  NoRetryReason noRetryReason() {
    return reason;
  }

  long hintNanos() {
    return hintNanos;
  }

  boolean covered() {
    return covered;
  }
}

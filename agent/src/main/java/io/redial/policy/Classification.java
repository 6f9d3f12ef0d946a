package io.redial.policy;

import io.redial.policy.backoff.Cause;

/** What the rules say of an outcome before any limit is asked (rule 2). Immutable. */
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

  /** To be retried, if the limits allow it. */
  static Classification retry(Cause cause, long hintNanos) {
    return new Classification(cause, null, hintNanos, true);
  }

  /** Looks like a retry, but the rules themselves forbid it; the client's own layer may act. */
  static Classification notCovered(NoRetryReason reason) {
    return new Classification(null, reason, RetryAfter.NONE, false);
  }

  /** Would be retried, but for the server's own word: no layer may act. */
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

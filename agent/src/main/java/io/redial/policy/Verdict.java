package io.redial.policy;

import io.redial.policy.backoff.Cause;

/** What the rules say of an outcome before any limit is asked (rule 2). Immutable. */
final class Verdict {
  static final Verdict NOT_OURS = new Verdict(null, null, Hint.NONE, false);

  private final Cause cause;
  private final Refusal refusal;
  private final long hintNanos;
  private final boolean covered;

  private Verdict(Cause cause, Refusal refusal, long hintNanos, boolean covered) {
    this.cause = cause;
    this.refusal = refusal;
    this.hintNanos = hintNanos;
    this.covered = covered;
  }

  /** To be retried, if the limits allow it. */
  static Verdict retry(Cause cause, long hintNanos) {
    return new Verdict(cause, null, hintNanos, true);
  }

  /** Looks like a retry, but the rules themselves forbid it; the client's own layer may act. */
  static Verdict notCovered(Refusal refusal) {
    return new Verdict(null, refusal, Hint.NONE, false);
  }

  /** Would be retried, but for the server's own word: no layer may act. */
  static Verdict forbidden(Cause cause, Refusal refusal) {
    return new Verdict(cause, refusal, Hint.NONE, true);
  }

  Cause cause() {
    return cause;
  }

  Refusal refusal() {
    return refusal;
  }

  long hintNanos() {
    return hintNanos;
  }

  boolean covered() {
    return covered;
  }
}

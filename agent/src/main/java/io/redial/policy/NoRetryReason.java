package io.redial.policy;

import java.util.Locale;

/** Why a retry was not made, as counted and logged (rule 11.4). */
public enum NoRetryReason {
  /** The method is not idempotent, or the client followed a redirect of one that is not. */
  METHOD,
  /** 429 or 5xx without a usable {@code Retry-After}. */
  NO_HINT,
  /** The request body cannot be sent again byte for byte. */
  BODY,
  /** The wait would not end before the deadline, or the hint is beyond 365 days. */
  DEADLINE,
  /** {@code max-retries} or {@code max-error-retries} is used up. */
  MAX_RETRIES,
  /** The host's retry budget is used up. */
  BUDGET,
  /** Too many threads are waiting already (rule 4.7). */
  MAX_WAITING,
  /** The server said not to retry (rule 2.9). */
  VETO,
  /** The caller retries by itself (rule 7.3). */
  DEFERRED,
  /** The call is itself a retry, by a layer above Redial (rule 7.4). */
  OUTER_RETRY,
  /** Callers have cancelled waits of this length (rule 5.7). */
  IMPATIENT,
  /** The call is outside the share that {@code rollout} selects. */
  ROLLOUT,
  /** {@code mode=observe}. */
  OBSERVE,
  /** An operator, the caller or a closing client ended the wait. */
  CANCELLED,
  /** {@code enabled=false} was set while the call waited. */
  DISABLED;

  private final String key = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** Returns the name in counters and logs: {@code method}, {@code no-hint}, … */
  public String key() {
    return key;
  }
}

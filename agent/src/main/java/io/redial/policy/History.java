package io.redial.policy;

import io.redial.policy.backoff.Cause;

/** What a call has behind it and before it, as the limits ask for it (rules 5.1 and 5.2). */
public interface History {

  /** Retries made so far, whatever their reason. */
  int retries();

  /** Of these, retries that no server asked for. */
  int errorRetries();

  /** Nanoseconds until the call's deadline; {@link Long#MAX_VALUE} where there is none. */
  long remainingNanos();

  /** Whether the call is inside {@code rollout}, drawn once for each call (rule 11.1). */
  boolean inRollout();

  /** Whether the caller retries by itself (rule 7.3). */
  boolean deferred();

  /** Counts a failure and answers its backoff delay in nanoseconds, before jitter (rule 4.2). */
  long backoffNanos(Cause cause);

  /** Takes one retry from the host's budget, if there is one left (rule 5.5). */
  boolean takeFromBudget();
}

package io.redial.policy;

import io.redial.policy.backoff.Cause;
import java.util.BitSet;
import java.util.Set;

/** Option {@code retry-on}: the kinds of outcome that are retried (rule 2). Immutable. */
public final class RetryOn {
  private final Set<Cause> causes;
  private final BitSet statuses;

  /**
   * Takes over both sets, which must not be changed afterwards.
   *
   * @param causes the kinds, without {@link Cause#STATUS}
   * @param statuses those that are retried without a hint (rule 2.6)
   */
  public RetryOn(Set<Cause> causes, BitSet statuses) {
    this.causes = causes;
    this.statuses = statuses;
  }

  /** Returns whether outcomes of that kind are retried. */
  public boolean covers(Cause cause) {
    return causes.contains(cause);
  }

  /** Returns whether that status is retried without a hint (rule 2.6). */
  public boolean coversStatus(int status) {
    return status >= 0 && statuses.get(status);
  }
}

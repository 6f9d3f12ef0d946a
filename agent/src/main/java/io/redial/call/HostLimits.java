package io.redial.call;

import io.redial.policy.BudgetSpec;
import io.redial.policy.CallerPatience;
import io.redial.policy.HostState;
import io.redial.policy.RetryBudget;
import io.redial.policy.RetryPolicy;
import io.redial.policy.SpecCache;
import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.BackoffSpec;
import io.redial.policy.backoff.Cause;
import io.redial.policy.rate.RateLimit;
import io.redial.policy.rate.RateLimitSpec;
import java.time.Duration;

/**
 * The limits of one call: those of its host, as its policy defines them (rules 4.2, 4.3, 4.5, 5.5
 * and 5.7). Backoffs that count each call's own failures use this object as the call's key. It does
 * not refer to the call, so that a backoff that is never told to forget it keeps no request alive.
 * Thread-safe.
 */
final class HostLimits {
  private final HostState host;
  private final RetryPolicy policy;
  private final SpecCache<BackoffSpec, Backoff<Object>> backoffs;

  HostLimits(HostState host, RetryPolicy policy, SpecCache<BackoffSpec, Backoff<Object>> backoffs) {
    this.host = host;
    this.policy = policy;
    this.backoffs = backoffs;
  }

  private RetryBudget budget(BudgetSpec spec) {
    return host.budget(spec, policy.observes());
  }

  /**
   * Takes one retry from the budget. Returns a receipt for it, or {@link RetryBudget#REFUSED} (rule
   * 5.5).
   */
  long takeFromBudget() {
    BudgetSpec budget = policy.budget();
    return budget.isOff() ? 0 : budget(budget).tryRetry();
  }

  void giveBackToBudget(long receipt) {
    BudgetSpec budget = policy.budget();
    if (!budget.isOff()) {
      budget(budget).giveBack(receipt);
    }
  }

  /** How patient the callers of this host and route are (rule 5.7). */
  CallerPatience patience() {
    return host.patience(policy.route());
  }

  /**
   * Returns whether there is a backoff, after creating it if necessary. Without one, no decision is
   * possible.
   *
   * @throws RuntimeException if the program's own factory throws or is missing
   */
  boolean hasBackoff() {
    return (policy.backoffPerHost() ? ofHost() : ofCalls()) != null;
  }

  private Backoff<String> ofHost() {
    return host.backoff(policy.backoff(), policy.observes());
  }

  private Backoff<Object> ofCalls() {
    return backoffs.get(policy.backoff());
  }

  long backoffNanos(Cause cause) {
    Duration delay =
        policy.backoffPerHost() ? ofHost().when(host.name(), cause) : ofCalls().when(this, cause);
    return BackoffSpec.nanos(delay);
  }

  void forgetBackoff(boolean succeeded) {
    if (!policy.backoffPerHost()) {
      ofCalls().forget(this);
    } else if (succeeded) {
      ofHost().forget(host.name());
    }
  }

  /**
   * Reserves the right to send one more attempt.
   *
   * @return nanoseconds until the attempt may be sent, or {@link RateLimit#TOO_LONG} if that is
   *     more than {@code mostNanos}; nothing is reserved then (rule 4.5)
   */
  long throttleNanos(long mostNanos) {
    RateLimitSpec limit = policy.rateLimit();
    return limit.isOff() ? 0 : host.rateLimit(limit).reserve(mostNanos);
  }
}

package io.redial.call;

import io.redial.policy.BudgetSpec;
import io.redial.policy.HostState;
import io.redial.policy.RetryPolicy;
import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.Cause;

/** The limits of one host as one policy wants them (rules 4.2, 4.3, 4.5 and 5.5). Thread-safe. */
final class HostLimits {
  private final HostState host;
  private final RetryPolicy policy;
  private final Backoffs backoffs;

  HostLimits(HostState host, RetryPolicy policy, Backoffs backoffs) {
    this.host = host;
    this.policy = policy;
    this.backoffs = backoffs;
  }

  String name() {
    return host.name();
  }

  /** One first attempt, which the budget's share is taken of. */
  void countCall() {
    BudgetSpec budget = policy.budget();
    if (!budget.isOff()) {
      host.budget(budget).call();
    }
  }

  boolean takeFromBudget() {
    BudgetSpec budget = policy.budget();
    return budget.isOff() || host.budget(budget).tryRetry();
  }

  void giveBackToBudget() {
    BudgetSpec budget = policy.budget();
    if (!budget.isOff()) {
      host.budget(budget).giveBack();
    }
  }

  long backoffNanos(Call call, Cause cause) {
    return policy.backoffByHost()
        ? host.backoff(policy.backoff()).when(host.name(), cause).toNanos()
        : backoffs.of(policy.backoff()).when(call, cause).toNanos();
  }

  void forgetBackoff(Call call, boolean succeeded) {
    if (!policy.backoffByHost()) {
      backoffs.of(policy.backoff()).forget(call);
    } else if (succeeded) {
      Backoff<String> shared = host.backoff(policy.backoff());
      shared.forget(host.name());
    }
  }

  /** Nanoseconds until the next attempt may go out (rule 4.5). */
  long throttleNanos() {
    return policy.rateLimit().isOff() ? 0 : host.rateLimit(policy.rateLimit()).nextNanos();
  }
}

package io.redial.policy;

import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.BackoffSpec;
import io.redial.policy.rate.Clock;
import io.redial.policy.rate.RateLimit;
import io.redial.policy.rate.RateLimitSpec;
import java.util.concurrent.atomic.LongAdder;

/**
 * What is remembered of a host: its retry budget, its rate limit, its place in host-scoped backoff.
 * Routes to one host that set the same value of an option share the state; those that set different
 * values have one each. Thread-safe; reading is lock-free and allocates nothing.
 */
public final class HostState {
  private final HostName name;
  private final SpecCache<BackoffSpec, Backoff<String>> backoffs;
  private final SpecCache<BudgetSpec, RetryBudget> budgets;
  private final SpecCache<RateLimitSpec, RateLimit> rateLimits;
  private final LongAdder calls = new LongAdder();
  private volatile long lastUsed;

  HostState(HostName name, final Clock clock, SpecCache<BackoffSpec, Backoff<String>> backoffs) {
    this.name = name;
    this.backoffs = backoffs;
    this.budgets =
        new SpecCache<BudgetSpec, RetryBudget>() {
          @Override
          RetryBudget make(BudgetSpec spec) {
            return spec.create(clock);
          }
        };
    this.rateLimits =
        new SpecCache<RateLimitSpec, RateLimit>() {
          @Override
          RateLimit make(RateLimitSpec spec) {
            return spec.create(clock);
          }
        };
  }

  /** {@code scheme://host:port}, in lower case and with the port always there. */
  public String name() {
    return name.text;
  }

  /** Counts a call as its first attempt begins. */
  public void countCall() {
    calls.increment();
  }

  /** How many calls were counted. */
  public long calls() {
    return calls.sum();
  }

  /**
   * How many retries the host's budget would grant at this moment, the least of those that its
   * routes have; {@link Long#MAX_VALUE} if it has none.
   */
  public long budgetLeft() {
    long left = Long.MAX_VALUE;
    for (RetryBudget budget : budgets.all()) {
      left = Math.min(left, budget.left());
    }
    return left;
  }

  /** The host's budget of that size (rule 5.5). */
  public RetryBudget budget(BudgetSpec spec) {
    return budgets.get(spec);
  }

  /** The host's rate limit of that size (rule 4.5). */
  public RateLimit rateLimit(RateLimitSpec spec) {
    return rateLimits.get(spec);
  }

  /**
   * The backoff that all hosts share, to be asked with {@link #name} as its item (rule 4.3); its
   * {@code forget} is cheap when the host has no failures.
   *
   * @throws IllegalArgumentException as {@link BackoffSpec#createHostScoped}
   */
  public Backoff<String> backoff(BackoffSpec spec) {
    return backoffs.get(spec);
  }

  int port() {
    return name.port;
  }

  long lastUsed() {
    return lastUsed;
  }

  /** Writes only what is new, so that a busy host does not keep a cache line moving. */
  void usedAt(long tick) {
    if (lastUsed != tick) {
      lastUsed = tick;
    }
  }

  @Override
  public String toString() {
    return name.text;
  }
}

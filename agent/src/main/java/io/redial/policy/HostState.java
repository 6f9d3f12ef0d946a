package io.redial.policy;

import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.BackoffSpec;
import io.redial.policy.rate.Clock;
import io.redial.policy.rate.RateLimit;
import io.redial.policy.rate.RateLimitSpec;
import java.util.concurrent.atomic.LongAdder;

/**
 * The state that Redial keeps for a host: its retry budgets, rate limits, host-scoped backoffs, and
 * how patient its callers are. Routes to one host share the state of an option if they set the same
 * value, and have one each if they set different values. A dry run has budgets and backoffs of its
 * own, so that it takes nothing from calls that are retried. Thread-safe; reading is lock-free and
 * allocates nothing.
 */
public final class HostState {
  private final HostName name;
  private final SpecCache<BackoffSpec, Backoff<String>> backoffs;
  private final SpecCache<BackoffSpec, Backoff<String>> forecastBackoffs;
  private final SpecCache<BudgetSpec, RetryBudget> budgets;
  private final SpecCache<BudgetSpec, RetryBudget> forecastBudgets;
  private final SpecCache<RateLimitSpec, RateLimit> rateLimits;
  private final SpecCache<String, CallerPatience> patience;
  private final LongAdder calls = new LongAdder();
  private volatile long lastUsed;

  HostState(
      HostName name,
      Clock clock,
      SpecCache<BackoffSpec, Backoff<String>> backoffs,
      SpecCache<BackoffSpec, Backoff<String>> forecastBackoffs) {
    this.name = name;
    this.backoffs = backoffs;
    this.forecastBackoffs = forecastBackoffs;
    this.budgets = new SpecCache<>(spec -> spec.create(clock));
    this.forecastBudgets = new SpecCache<>(spec -> spec.create(clock));
    this.rateLimits = new SpecCache<>(spec -> spec.create(clock));
    this.patience = new SpecCache<>(route -> new CallerPatience(clock));
  }

  /** Returns {@code scheme://host:port}, in lower case and always with the port. */
  public String name() {
    return name.text;
  }

  /**
   * Counts a call when its first attempt begins. The budget allows retries for a share of these.
   *
   * @param forecast whether the call is observed only
   * @param nanos the present time in the clock's monotonic nanoseconds
   */
  public void countCall(BudgetSpec budget, boolean forecast, long nanos) {
    calls.increment();
    if (!budget.isOff()) {
      budget(budget, forecast).call(nanos);
    }
  }

  public long calls() {
    return calls.sum();
  }

  /**
   * Returns how many retries the host's budget would grant at this moment; the least of them if its
   * routes have different budgets or one of them is a dry run, {@link Long#MAX_VALUE} if there is
   * none.
   */
  public long budgetLeft() {
    return Math.min(left(budgets), left(forecastBudgets));
  }

  private static long left(SpecCache<BudgetSpec, RetryBudget> budgets) {
    long left = Long.MAX_VALUE;
    for (RetryBudget budget : budgets.all()) {
      left = Math.min(left, budget.left());
    }
    return left;
  }

  /**
   * Returns the host's budget for an option value (rule 5.5).
   *
   * @param dryRun whether it is that of dry runs (rule 11.1)
   */
  public RetryBudget budget(BudgetSpec spec, boolean dryRun) {
    return (dryRun ? forecastBudgets : budgets).get(spec);
  }

  /**
   * Returns how patient the callers are.
   *
   * @param route the name of the route that the calls take; null if none matches
   */
  public CallerPatience patience(String route) {
    return patience.get(route == null ? "" : route);
  }

  /** Returns the host's rate limit for an option value (rule 4.5). */
  public RateLimit rateLimit(RateLimitSpec spec) {
    return rateLimits.get(spec);
  }

  /**
   * Returns the backoff for an option value. All hosts share it, so callers pass {@link #name} as
   * the item (rule 4.3). Its {@code forget} is cheap for a host without failures.
   *
   * @param dryRun whether it is that of dry runs (rule 11.1)
   * @throws IllegalArgumentException as {@link BackoffSpec#createHostScoped}
   */
  public Backoff<String> backoff(BackoffSpec spec, boolean dryRun) {
    return (dryRun ? forecastBackoffs : backoffs).get(spec);
  }

  int port() {
    return name.port;
  }

  long lastUsed() {
    return lastUsed;
  }

  /** Writes only a changed tick, so that calls to a busy host do not contend for its cache line. */
  void usedAt(long tick) {
    if (lastUsed != tick) {
      lastUsed = tick;
    }
  }
}

package io.redial.policy;

import io.redial.policy.backoff.BackoffSpec;
import io.redial.policy.backoff.Cause;
import io.redial.policy.rate.Clock;
import io.redial.policy.rate.RateLimitSpec;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongUnaryOperator;

/**
 * All that is needed to decide on retries of the calls of one route. Immutable and thread-safe;
 * made by {@link Builder}.
 */
public final class RetryPolicy {
  /** Stands for "no limit" wherever this class takes or gives a time. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  private static final long LONGEST_SPREAD = TimeUnit.SECONDS.toNanos(5);
  private static final long SPREAD_OF_SHORT_HINTS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Builder options;
  private final boolean handsOff; // For calls that are only observed.

  RetryPolicy(Builder builder, boolean handsOff) {
    this.options = builder;
    this.handsOff = handsOff;
  }

  /** Returns the name of the policy's route; null for calls that no route matches. */
  public String route() {
    return options.route;
  }

  /**
   * Decides whether an attempt's outcome is one to retry, and whether the call's own limits allow
   * it (rules 2, 5.1, 6.1 and 7.3). Pure: reserves nothing. A decision to retry has no wait yet;
   * {@link #schedule} sets it.
   */
  public Decision decide(RequestFacts request, Outcome outcome, RetryContext context, Clock clock) {
    Decision classified = new OutcomeClassifier(this, request, clock).of(outcome);
    if (!classified.retries()) {
      return classified;
    }
    if (context.deferred) {
      return classified.refused(NoRetryReason.DEFERRED);
    }
    if (!request.repeatable()) {
      return classified.refused(NoRetryReason.BODY);
    }
    boolean asked = classified.hintNanos() != RetryAfter.NONE;
    boolean usedUp =
        context.retries >= options.maxRetries
            || (!asked && context.errorRetries >= options.maxErrorRetries);
    return usedUp ? classified.refused(NoRetryReason.MAX_RETRIES) : classified;
  }

  /**
   * Computes when a granted retry is due, and refuses it if that is not before the deadline or if
   * no retry may be made now (rules 4.1, 4.2, 4.4, 5.2 and 11.1). Pure: reserves nothing. An
   * observed retry stays granted, because it has to pass the budget like any other before it is
   * counted.
   *
   * @param backoffNanos the backoff's delay for this failure, before jitter
   * @param random returns a uniform random number from 0 to its argument, both included
   */
  public Decision schedule(
      Decision granted, long backoffNanos, RetryContext context, LongUnaryOperator random) {
    long wait = waitNanos(granted.hintNanos(), backoffNanos, random);
    Decision due = granted.after(Math.max(wait, context.leastWaitNanos));
    if (due.waitNanos() >= context.remainingNanos) {
      return due.refused(NoRetryReason.DEADLINE);
    }
    return context.blockingReason == null || context.isObserved()
        ? due
        : due.refused(context.blockingReason);
  }

  /**
   * Returns whether a call is only judged and counted, by the same rules as any other: with {@code
   * mode=observe}, outside {@code rollout}, or if its caller retries itself (rules 7.3, 11.1).
   *
   * @param rolloutSample the call's random number for {@code rollout}, from 0 to less than 1;
   *     negative if none was needed
   */
  public boolean onlyObserves(RequestFacts request, double rolloutSample) {
    return options.observe || rolloutSample >= options.rollout || defers(request);
  }

  /**
   * Returns the policy for a call that is {@linkplain #onlyObserves only observed}: it changes
   * nothing about the call's attempts.
   */
  public RetryPolicy observing() {
    return shapesAttempts() ? new RetryPolicy(options, true) : this;
  }

  /** Returns whether an attempt can differ from what the client would have sent by itself. */
  public boolean shapesAttempts() {
    return options.perTryTimeoutNanos != UNLIMITED
        || options.ifReady
        || options.attemptHeader != null
        || !options.rateLimit.isOff();
  }

  /** Returns whether the request's caller retries by itself (rule 7.3). */
  public boolean defers(RequestFacts request) {
    List<String> names = options.deferTo;
    HeaderFields headers = request.headers();
    for (int i = 0; i < names.size(); i++) { // Runs for every call: allocates no iterator.
      if (headers.has(names.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether any rule may apply to a status. Called for every healthy response. */
  public boolean concerns(int status) {
    return status == 429
        || (status >= 500 && status <= 599)
        || options.retryOn.coversStatus(status);
  }

  /** Returns whether Redial alone handles an outcome, limits aside (rule 7.1). Reserves nothing. */
  public boolean covers(RequestFacts request, Outcome outcome, Clock clock) {
    return new OutcomeClassifier(this, request, clock).of(outcome).covered();
  }

  /** Computes the wait (rules 4.1, 4.2 and 4.4). */
  private long waitNanos(long hint, long backoffNanos, LongUnaryOperator random) {
    long delay = options.jitter.apply(backoffNanos, random);
    if (hint == RetryAfter.NONE) {
      return Math.max(delay, options.errorDelayNanos);
    }
    long wait = Math.max(hint, delay);
    if (options.jitter == Jitter.NONE) {
      return wait;
    }
    long spread = Math.max(hint / 10, Math.min(hint, SPREAD_OF_SHORT_HINTS));
    long later = wait + random.applyAsLong(Math.min(spread, LONGEST_SPREAD));
    return later < wait ? UNLIMITED : later; // Overflow: a backoff may be as long as a long.
  }

  /** Returns whether the request may be sent twice (rule 2.8). */
  public boolean idempotent(RequestFacts request) {
    String method = request.method();
    if (!changesNothing(method) && conditional(request.headers())) {
      return false;
    }
    return options.methods.contains(method)
        || (options.idempotencyKey != null && request.headers().has(options.idempotencyKey));
  }

  /** Returns whether a retry would get a 412 if the lost response was a success. */
  private static boolean conditional(HeaderFields headers) {
    return headers.has("If-Match")
        || headers.has("If-None-Match")
        || headers.has("If-Unmodified-Since");
  }

  private static boolean changesNothing(String method) {
    return method.equals("GET")
        || method.equals("HEAD")
        || method.equals("OPTIONS")
        || method.equals("TRACE");
  }

  public boolean enabled() {
    return options.enabled;
  }

  /** Option {@code mode=observe}: decide, count and log, change nothing. */
  public boolean observes() {
    return options.observe;
  }

  /** Option {@code rollout}, from 0 to 1. */
  public double rollout() {
    return options.rollout;
  }

  public RetryOn retryOn() {
    return options.retryOn;
  }

  /** Option {@code max-retries}, 0 or more. */
  public int maxRetries() {
    return options.maxRetries;
  }

  /** Option {@code max-error-retries}, 0 or more. */
  public int maxErrorRetries() {
    return options.maxErrorRetries;
  }

  /** Option {@code deadline} in nanoseconds, or {@link #UNLIMITED}. */
  public long deadlineNanos() {
    return options.deadlineNanos;
  }

  /** Option {@code per-try-timeout} in nanoseconds, or {@link #UNLIMITED}. */
  public long perTryTimeoutNanos() {
    return handsOff ? UNLIMITED : options.perTryTimeoutNanos;
  }

  /** Option {@code replay-buffer}: how many bytes of its request body a call may copy. */
  public long replayBufferBytes() {
    return options.replayBufferBytes;
  }

  /** Option {@code drain}: how many bytes of a given-up response are read. */
  public int drainBytes() {
    return options.drainBytes;
  }

  /** Option {@code defer-to}: header names, lower case. */
  public List<String> deferTo() {
    return options.deferTo;
  }

  /** Option {@code attempt-header}: a header name, or null. */
  public String attemptHeader() {
    return handsOff ? null : options.attemptHeader;
  }

  /** Option {@code if-ready} (rule 9.1). */
  public boolean ifReady() {
    return options.ifReady && !handsOff;
  }

  /** Returns whether Redial adds header fields to attempts. */
  public boolean addsHeaders() {
    return !handsOff && (options.ifReady || options.attemptHeader != null);
  }

  /** Sets the header fields that Redial adds to an attempt; {@code number} counts from 1. */
  public void addHeaders(int number, BiConsumer<String, String> set) {
    if (ifReady()) {
      set.accept("X-Kubernetes-If-Ready", "true");
    }
    if (attemptHeader() != null) {
      set.accept(attemptHeader(), Integer.toString(number));
    }
  }

  /** The least wait before a retry that no server asked for: one second in client-go. */
  public long errorDelayNanos() {
    return options.errorDelayNanos;
  }

  /** Option {@code backoff}; never null. */
  public BackoffSpec backoff() {
    return options.backoff;
  }

  /** Option {@code budget}; never null. */
  public BudgetSpec budget() {
    return options.budget;
  }

  /** Option {@code rate-limit}; never null. */
  public RateLimitSpec rateLimit() {
    return handsOff ? RateLimitSpec.off() : options.rateLimit;
  }

  /** Option {@code backoff-scope=host}: all calls to a host share one count (rule 4.3). */
  public boolean backoffPerHost() {
    return options.backoffPerHost;
  }

  public Set<Resume> resume() {
    return options.resume;
  }

  /** Option {@code commit=first-byte} (rule 10.6). */
  public boolean commitsAtFirstByte() {
    return options.commitsAtFirstByte;
  }

  boolean anyMethodAtGateways() {
    return options.anyMethodAtGateways;
  }

  /**
   * The options of one policy, as its methods describe them; {@code config} sets them and their
   * defaults. Not thread-safe; must not be changed after {@link #build}.
   */
  public static final class Builder {
    public String route;
    public boolean enabled = true;
    public boolean observe;
    public double rollout = 1;
    public int maxRetries;
    public int maxErrorRetries;
    public RetryOn retryOn;
    public Set<String> methods = Collections.emptySet();

    /** The header that makes any request idempotent, or null. */
    public String idempotencyKey;

    public Jitter jitter;
    public long deadlineNanos = UNLIMITED;
    public long perTryTimeoutNanos = UNLIMITED;
    public long errorDelayNanos;
    public long replayBufferBytes;
    public int drainBytes;
    public List<String> deferTo = Collections.emptyList();
    public String attemptHeader;
    public boolean ifReady;

    /** Whether a hint with 502 or 504 is honoured for any method, as in client-go (rule 2.1). */
    public boolean anyMethodAtGateways;

    public BackoffSpec backoff;
    public BudgetSpec budget;
    public RateLimitSpec rateLimit;
    public boolean backoffPerHost;
    public Set<Resume> resume = Collections.emptySet();
    public boolean commitsAtFirstByte;

    public RetryPolicy build() {
      // Not in the fields: a builder checks options at start-up, where each class to load costs
      // time.
      retryOn = retryOn != null ? retryOn : new RetryOn(EnumSet.noneOf(Cause.class), new BitSet());
      backoff = backoff != null ? backoff : BackoffSpec.none();
      budget = budget != null ? budget : BudgetSpec.off();
      rateLimit = rateLimit != null ? rateLimit : RateLimitSpec.off();
      jitter = jitter != null ? jitter : Jitter.FULL;
      return new RetryPolicy(this, false);
    }
  }
}

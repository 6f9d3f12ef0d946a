package io.redial.policy;

import io.redial.policy.backoff.BackoffSpec;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;

/**
 * Everything that is to be known to decide on retries of the calls of one route. Immutable and
 * thread-safe; made by {@link RetryPolicyBuilder}.
 */
public final class RetryPolicy {
  /** Stands for "no limit" wherever this class takes or gives a time. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  private static final long LONGEST_SPREAD = TimeUnit.SECONDS.toNanos(5);
  private static final long SPREAD_OF_SHORT_HINTS = TimeUnit.MILLISECONDS.toNanos(500);

  private final RetryPolicyBuilder is;
  private final boolean handsOff;

  RetryPolicy(RetryPolicyBuilder builder) {
    this(builder, false);
  }

  private RetryPolicy(RetryPolicyBuilder builder, boolean handsOff) {
    this.is = builder;
    this.handsOff = handsOff;
  }

  /** A policy that retries nothing yet; {@code config} fills in the options and their defaults. */
  public static RetryPolicyBuilder builder() {
    return new RetryPolicyBuilder();
  }

  /**
   * The one answer to "what now?" (rules 2 to 5): for any outcome and history, one decision and its
   * reason. Asking reserves: a decision to retry has counted a failure in the backoff and taken one
   * retry from the budget.
   *
   * @param random answers a uniform number from 0 to its argument, both included
   */
  public Decision decide(
      RequestFacts request,
      Outcome outcome,
      History history,
      Clock clock,
      LongUnaryOperator random) {
    Verdict verdict = new Judgement(this, request, clock).of(outcome);
    if (verdict.refusal() != null) {
      return Decision.surrender(verdict.refusal(), verdict, -1);
    }
    if (verdict.cause() == null) {
      return Decision.RETURN;
    }
    if (history.deferred()) {
      return Decision.surrender(Refusal.DEFERRED, verdict, -1);
    }
    if (!request.repeatable()) {
      return Decision.surrender(Refusal.BODY, verdict, -1);
    }
    boolean asked = verdict.hintNanos() != Hint.NONE;
    if (history.retries() >= is.maxRetries
        || (!asked && history.errorRetries() >= is.maxErrorRetries)) {
      return Decision.surrender(Refusal.MAX_RETRIES, verdict, -1);
    }
    long wait = waitNanos(verdict, history, random);
    if (wait >= history.remainingNanos()) {
      return Decision.surrender(Refusal.DEADLINE, verdict, wait);
    }
    if (!history.inRollout()) {
      return Decision.surrender(Refusal.ROLLOUT, verdict, wait);
    }
    if (!history.takeFromBudget()) {
      return Decision.surrender(Refusal.BUDGET, verdict, wait);
    }
    if (is.observe) {
      return Decision.surrender(Refusal.OBSERVE, verdict, wait);
    }
    return Decision.retry(verdict.cause(), wait, verdict.hintNanos());
  }

  /**
   * Whether a call is only judged and counted, by the same rules as any other: {@code
   * mode=observe}, a call outside {@code rollout}, or one whose caller retries by itself (rules 7.3
   * and 11.1).
   *
   * @param lot the call's draw for {@code rollout}, from 0 to less than 1; anything less if none
   *     was needed
   */
  public boolean onlyWatches(RequestFacts request, double lot) {
    return is.observe || lot >= is.rollout || defers(request);
  }

  /**
   * What holds for a call that is {@linkplain #onlyWatches only watched}: nothing about its
   * attempts is changed.
   */
  public RetryPolicy watching() {
    return shapesAttempts() ? new RetryPolicy(is, true) : this;
  }

  /** Whether an attempt can differ from what the client would have sent by itself. */
  public boolean shapesAttempts() {
    return is.perTryTimeoutNanos != UNLIMITED
        || is.ifReady
        || is.attemptHeader != null
        || !is.rateLimit.isOff();
  }

  /** Whether the request's caller retries by itself (rule 7.3). */
  public boolean defers(RequestFacts request) {
    for (String header : is.deferTo) {
      if (request.headers().has(header)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the rules have anything to say about a status: the question of every healthy call. */
  public boolean concerns(int status) {
    return status == 429 || (status >= 500 && status <= 599) || is.retryOn.coversStatus(status);
  }

  /** Whether an outcome would be Redial's own, its limits aside (rule 7.1). Reserves nothing. */
  public boolean covers(RequestFacts request, Outcome outcome, Clock clock) {
    return new Judgement(this, request, clock).of(outcome).covered();
  }

  /** Rules 4.1, 4.2 and 4.4. */
  private long waitNanos(Verdict verdict, History history, LongUnaryOperator random) {
    long hint = verdict.hintNanos();
    long delay = is.jitter.apply(history.backoffNanos(verdict.cause()), random);
    if (hint == Hint.NONE) {
      return Math.max(delay, is.errorDelayNanos);
    }
    long wait = Math.max(hint, delay);
    if (is.jitter == Jitter.NONE) {
      return wait;
    }
    long spread = Math.max(hint / 10, Math.min(hint, SPREAD_OF_SHORT_HINTS));
    long later = wait + random.applyAsLong(Math.min(spread, LONGEST_SPREAD));
    return later < wait ? UNLIMITED : later; // A backoff may be as long as a long.
  }

  /** Whether the request may be sent twice (rule 2.8). */
  public boolean idempotent(RequestFacts request) {
    String method = request.method();
    if (!changesNothing(method) && conditional(request.headers())) {
      return false;
    }
    return is.methods.contains(method)
        || (is.idempotencyKey != null && request.headers().has(is.idempotencyKey));
  }

  /** Whether a success whose response was lost would come back as 412. */
  private static boolean conditional(HeaderFields headers) {
    return headers.has("If-Match")
        || headers.has("If-None-Match")
        || headers.has("If-Unmodified-Since");
  }

  private static boolean changesNothing(String method) {
    switch (method) {
      case "GET":
      case "HEAD":
      case "OPTIONS":
      case "TRACE":
        return true;
      default:
        return false;
    }
  }

  /** Option {@code enabled}. */
  public boolean enabled() {
    return is.enabled;
  }

  /** Option {@code mode=observe}: decide, count and log, change nothing. */
  public boolean observes() {
    return is.observe;
  }

  /** Option {@code rollout}, from 0 to 1. */
  public double rollout() {
    return is.rollout;
  }

  /** Option {@code retry-on}. */
  public RetryOn retryOn() {
    return is.retryOn;
  }

  /** Option {@code max-retries}, 0 or more. */
  public int maxRetries() {
    return is.maxRetries;
  }

  /** Option {@code max-error-retries}, 0 or more. */
  public int maxErrorRetries() {
    return is.maxErrorRetries;
  }

  /** Option {@code deadline} in nanoseconds, or {@link #UNLIMITED}. */
  public long deadlineNanos() {
    return is.deadlineNanos;
  }

  /** Option {@code per-try-timeout} in nanoseconds, or {@link #UNLIMITED}. */
  public long perTryTimeoutNanos() {
    return handsOff ? UNLIMITED : is.perTryTimeoutNanos;
  }

  /** Option {@code replay-buffer}: bytes that a call may copy of its request body. */
  public long replayBufferBytes() {
    return is.replayBufferBytes;
  }

  /** Option {@code drain}: bytes read of a response that is given up. */
  public int drainBytes() {
    return is.drainBytes;
  }

  /** Option {@code defer-to}: header names, lower case. */
  public List<String> deferTo() {
    return is.deferTo;
  }

  /** Option {@code attempt-header}: a header name, or null. */
  public String attemptHeader() {
    return handsOff ? null : is.attemptHeader;
  }

  /** Option {@code if-ready} (rule 9.1). */
  public boolean ifReady() {
    return is.ifReady && !handsOff;
  }

  /** The least wait before a retry that no server asked for, in nanoseconds. */
  public long errorDelayNanos() {
    return is.errorDelayNanos;
  }

  /** Option {@code backoff}; never null. */
  public BackoffSpec backoff() {
    return is.backoff;
  }

  /** Option {@code budget}; never null. */
  public BudgetSpec budget() {
    return is.budget;
  }

  /** Option {@code rate-limit}; never null. */
  public RateLimitSpec rateLimit() {
    return handsOff ? RateLimitSpec.off() : is.rateLimit;
  }

  /** Option {@code backoff-scope=host}: all calls to a host share one count (rule 4.3). */
  public boolean backoffPerHost() {
    return is.backoffPerHost;
  }

  /** Second part of option {@code max-waiting}: threads that wait at once for one host. */
  public int maxWaitingPerHost() {
    return is.maxWaitingPerHost;
  }

  /** Option {@code resume}. */
  public Set<Resume> resume() {
    return is.resume;
  }

  boolean anyMethodAtGateways() {
    return is.anyMethodAtGateways;
  }
}

package io.redial.policy;

import io.redial.policy.backoff.BackoffSpec;
import io.redial.policy.backoff.Cause;
import io.redial.policy.rate.RateLimitSpec;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the options of one policy. Not thread-safe; must not be changed after {@link #build}.
 */
public final class RetryPolicyBuilder {
  String route;
  boolean enabled = true;
  boolean observe;
  double rollout = 1;
  int maxRetries;
  int maxErrorRetries;
  RetryOn retryOn;
  Set<String> methods = Collections.emptySet();
  String idempotencyKey;
  Jitter jitter;
  long deadlineNanos = RetryPolicy.UNLIMITED;
  long perTryTimeoutNanos = RetryPolicy.UNLIMITED;
  long errorDelayNanos;
  long replayBufferBytes;
  int drainBytes;
  List<String> deferTo = Collections.emptyList();
  String attemptHeader;
  boolean ifReady;
  boolean anyMethodAtGateways;
  BackoffSpec backoff;
  BudgetSpec budget;
  RateLimitSpec rateLimit;
  boolean backoffPerHost;
  Set<Resume> resume = Collections.emptySet();
  boolean commitsAtFirstByte;

  /** Sets the route that the policy is for; null outside the routes. */
  public RetryPolicyBuilder route(String name) {
    route = name;
    return this;
  }

  public RetryPolicyBuilder enabled(boolean value) {
    enabled = value;
    return this;
  }

  public RetryPolicyBuilder observe(boolean value) {
    observe = value;
    return this;
  }

  /** Sets the share of calls to retry, from 0 (no call) to 1 (every call). */
  public RetryPolicyBuilder rollout(double share) {
    rollout = share;
    return this;
  }

  public RetryPolicyBuilder maxRetries(int count) {
    maxRetries = count;
    return this;
  }

  public RetryPolicyBuilder maxErrorRetries(int count) {
    maxErrorRetries = count;
    return this;
  }

  public RetryPolicyBuilder retryOn(RetryOn value) {
    retryOn = value;
    return this;
  }

  public RetryPolicyBuilder methods(Set<String> idempotent) {
    methods = idempotent;
    return this;
  }

  /** Sets the header that makes any request idempotent, or null. */
  public RetryPolicyBuilder idempotencyKey(String headerName) {
    idempotencyKey = headerName;
    return this;
  }

  public RetryPolicyBuilder jitter(Jitter value) {
    jitter = value;
    return this;
  }

  public RetryPolicyBuilder deadlineNanos(long nanos) {
    deadlineNanos = nanos;
    return this;
  }

  public RetryPolicyBuilder perTryTimeoutNanos(long nanos) {
    perTryTimeoutNanos = nanos;
    return this;
  }

  /** Sets the least wait before a retry that no server asked for: one second in client-go. */
  public RetryPolicyBuilder errorDelayNanos(long nanos) {
    errorDelayNanos = nanos;
    return this;
  }

  public RetryPolicyBuilder replayBufferBytes(long bytes) {
    replayBufferBytes = bytes;
    return this;
  }

  public RetryPolicyBuilder drainBytes(int bytes) {
    drainBytes = bytes;
    return this;
  }

  public RetryPolicyBuilder deferTo(List<String> headerNames) {
    deferTo = headerNames;
    return this;
  }

  /** Sets the request header that carries the number of the attempt, or null. */
  public RetryPolicyBuilder attemptHeader(String headerName) {
    attemptHeader = headerName;
    return this;
  }

  public RetryPolicyBuilder ifReady(boolean value) {
    ifReady = value;
    return this;
  }

  /** Sets whether a hint with 502 or 504 is honoured for any method, as in client-go (rule 2.1). */
  public RetryPolicyBuilder anyMethodAtGateways(boolean value) {
    anyMethodAtGateways = value;
    return this;
  }

  public RetryPolicyBuilder backoff(BackoffSpec value) {
    backoff = value;
    return this;
  }

  public RetryPolicyBuilder budget(BudgetSpec value) {
    budget = value;
    return this;
  }

  public RetryPolicyBuilder rateLimit(RateLimitSpec value) {
    rateLimit = value;
    return this;
  }

  public RetryPolicyBuilder backoffPerHost(boolean value) {
    backoffPerHost = value;
    return this;
  }

  public RetryPolicyBuilder resume(Set<Resume> kinds) {
    resume = kinds;
    return this;
  }

  public RetryPolicyBuilder commitsAtFirstByte(boolean value) {
    commitsAtFirstByte = value;
    return this;
  }

  // Not in the fields: a builder checks options at start-up, where each class to load costs time.
  private void fillIn() {
    retryOn = retryOn != null ? retryOn : new RetryOn(EnumSet.noneOf(Cause.class), new BitSet());
    backoff = backoff != null ? backoff : BackoffSpec.none();
    budget = budget != null ? budget : BudgetSpec.off();
    rateLimit = rateLimit != null ? rateLimit : RateLimitSpec.off();
    jitter = jitter != null ? jitter : Jitter.FULL;
  }

  public RetryPolicy build() {
    fillIn();
    return new RetryPolicy(this, false);
  }
}

package io.redial.policy;

/**
 * What a call has behind it and before it when an attempt has ended: the values that the limits
 * judge by (rules 5.1, 5.2, 7.3 and 11.1). Immutable.
 */
public final class RetryContext {
  final int retries;
  final int errorRetries;
  final long remainingNanos;
  final boolean deferred;
  final NoRetryReason standing;
  final long leastWaitNanos;

  /**
   * The state of a call at this moment.
   *
   * @param retries retries made so far, whatever their reason
   * @param errorRetries of these, retries that no server asked for
   * @param remainingNanos nanoseconds until the call's deadline; {@link RetryPolicy#UNLIMITED}
   *     where there is none
   * @param deferred whether the caller retries by itself
   * @param standing why no retry is to be made at this moment, whatever the outcome ({@link
   *     NoRetryReason#DISABLED}, {@link NoRetryReason#ROLLOUT}, {@link NoRetryReason#OBSERVE} or
   *     {@link NoRetryReason#CANCELLED}); null if nothing speaks against it
   */
  public RetryContext(
      int retries,
      int errorRetries,
      long remainingNanos,
      boolean deferred,
      NoRetryReason standing,
      long leastWaitNanos) {
    this.retries = retries;
    this.errorRetries = errorRetries;
    this.remainingNanos = remainingNanos;
    this.deferred = deferred;
    this.standing = standing;
    this.leastWaitNanos = leastWaitNanos;
  }

  /** Nanoseconds until the call's deadline. */
  public long remainingNanos() {
    return remainingNanos;
  }

  /** Whether the retry is only judged and counted ({@code mode=observe}). */
  public boolean isObserved() {
    return standing == NoRetryReason.OBSERVE;
  }
}

package io.redial.policy;

/**
 * The state of a call when an attempt has ended, as far as its limits depend on it (rules 5.1, 5.2,
 * 7.3 and 11.1). Immutable.
 */
public final class RetryContext {
  final int retries;
  final int errorRetries;
  final long remainingNanos;
  final boolean deferred;
  final NoRetryReason blockingReason;
  final long leastWaitNanos;

  /**
   * Captures the state of a call at this moment.
   *
   * @param retries retries made so far, whatever their reason
   * @param errorRetries of these, retries that no server asked for
   * @param remainingNanos nanoseconds until the call's deadline; {@link RetryPolicy#UNLIMITED} if
   *     there is none
   * @param deferred whether the caller retries by itself
   * @param blockingReason why no retry is to be made at this moment, whatever the outcome ({@link
   *     NoRetryReason#DISABLED}, {@link NoRetryReason#ROLLOUT}, {@link NoRetryReason#OBSERVE} or
   *     {@link NoRetryReason#CANCELLED}); null if there is no such reason
   * @param leastWaitNanos the least wait before the next attempt, in nanoseconds (rules 10.3 and
   *     10.4)
   */
  public RetryContext(
      int retries,
      int errorRetries,
      long remainingNanos,
      boolean deferred,
      NoRetryReason blockingReason,
      long leastWaitNanos) {
    this.retries = retries;
    this.errorRetries = errorRetries;
    this.remainingNanos = remainingNanos;
    this.deferred = deferred;
    this.blockingReason = blockingReason;
    this.leastWaitNanos = leastWaitNanos;
  }

  /** Returns the nanoseconds until the call's deadline. */
  public long remainingNanos() {
    return remainingNanos;
  }

  /** Returns whether the retry is only decided on and counted ({@code mode=observe}). */
  public boolean isObserved() {
    return blockingReason == NoRetryReason.OBSERVE;
  }
}

package io.redial.call;

import io.redial.call.body.ReplayBuffer;
import io.redial.policy.NoRetryReason;
import io.redial.policy.Outcome;
import io.redial.policy.RetryPolicy;
import io.redial.policy.rate.Clock;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The terms of a call: its options and the application's timeouts. They do not depend on the
 * outcomes of its attempts.
 */
abstract class CallTerms implements ObservedCall {
  /** The value of the {@code rollout} sample as long as none was needed. */
  static final double NOT_SAMPLED = -1;

  private static final long DRAIN_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

  final CallServices services;
  final RetryPolicy policy;
  final OutgoingRequest request;
  final HostLimits host;
  private final boolean watched;
  private long startNanos;
  private long ownLimitNanos = RetryPolicy.UNLIMITED;
  private boolean limitsAttempts;
  private volatile double rolloutSample;
  private volatile long attemptClockNanos;

  /**
   * The terms of the stream if this is a call for the rest of a body; null for the application's
   * own calls.
   */
  private StreamTerms stream;

  CallTerms(
      CallServices services,
      RetryPolicy policy,
      OutgoingRequest request,
      HostLimits host,
      double rolloutSample,
      boolean watched) {
    this.services = services;
    this.policy = policy;
    this.request = request;
    this.host = host;
    this.rolloutSample = rolloutSample;
    this.watched = watched;
    this.startNanos = clock().nanos();
  }

  @Override
  public RetryPolicy policy() {
    return policy;
  }

  /**
   * Whether the call is left exactly as it is, because no retry can follow (rule 1.5): the client
   * gets the application's own objects, nothing is copied or wrapped, and the outcome is only
   * observed. Decided when the call begins.
   */
  public boolean isPassive() {
    return watched || (policy.maxRetries() == 0 && !policy.shapesAttempts());
  }

  /** Whether a retry can follow at all, so that the request's body is worth copying. */
  public boolean mayBeRetried() {
    return !watched && policy.maxRetries() > 0;
  }

  /**
   * Whether the connection of a response that is given up on may be used again. The server may be
   * about to close it, and what cannot be repeated after a lost connection must not be risked on it
   * (rule 8.3).
   */
  public boolean keepsConnection() {
    return policy.idempotent(request);
  }

  @Override
  public OutgoingRequest request() {
    return request;
  }

  @Override
  public String hostName() {
    return host.name();
  }

  @Override
  public long startNanos() {
    return startNanos;
  }

  /** Bounds the call by the application's own total timeout (rule 5.3). */
  public void limitTo(long nanos) {
    ownLimitNanos = nanos;
    limitsAttempts = true;
  }

  /**
   * Bounds only the waits of the call, and not its attempts, by a timeout of the application's. It
   * is the application itself that stops waiting for an attempt that takes longer.
   */
  public void limitWaitsTo(long nanos) {
    ownLimitNanos = nanos;
  }

  /** Makes this a call for the rest of a body. */
  final void continueStream(StreamTerms terms) {
    stream = terms;
  }

  /** Whether this is a call for the rest of a body, and not one of the application's own. */
  final boolean resumesStream() {
    return stream != null;
  }

  /**
   * Returns whether this is a call for the rest of a body. The client's own retry layer then stands
   * back whatever happens: it does not know what of the rest the application already has.
   */
  public final boolean continuesBody() {
    return stream != null;
  }

  /**
   * Returns how many nanoseconds from now a retry may begin at the earliest (rules 10.3 and 10.4).
   */
  final long leastWaitNanos() {
    return stream == null ? 0 : stream.leastWaitNanos();
  }

  /**
   * Has the backoff forget the call, which is over. If the call has found the rest of a body, the
   * stream decides when to do so.
   */
  final void forgetBackoff(boolean succeeded) {
    if (stream != null && succeeded) {
      stream.found();
    } else {
      host.forgetBackoff(succeeded);
    }
  }

  /** Sets the start of this call, and with it the start of its deadline, to that of another one. */
  final void beganWith(CallTerms another) {
    startNanos = another.startNanos;
  }

  /**
   * Returns how many nanoseconds the attempt that begins now may take; {@link
   * RetryPolicy#UNLIMITED} for no limit.
   */
  public long attemptNanos() {
    return Math.min(policy.perTryTimeoutNanos(), ownAttemptNanos());
  }

  /**
   * Returns how many nanoseconds the application's own timeout alone leaves to an attempt; {@link
   * RetryPolicy#UNLIMITED} for no limit.
   */
  public long ownAttemptNanos() {
    return limitsAttempts ? ownRemainingNanos() : RetryPolicy.UNLIMITED;
  }

  /** Starts the clock of the attempt under way. */
  public void startAttemptClock() {
    attemptClockNanos = clock().nanos();
  }

  /** Returns how much is left of {@link #attemptNanos}; 0 or less if the time has run out. */
  public long attemptNanosLeft() {
    long own = ownAttemptNanos();
    long limit = policy.perTryTimeoutNanos();
    return limit == RetryPolicy.UNLIMITED
        ? own
        : Math.min(own, limit - (clock().nanos() - attemptClockNanos));
  }

  /**
   * Returns a new buffer for a copy of the request body, within the limits of the call and the
   * process.
   */
  public ReplayBuffer newReplayBuffer() {
    return new ReplayBuffer(services.replayMemory, policy.replayBufferBytes());
  }

  /** Returns the timer that all calls share. */
  public Timer timer() {
    return services.timer;
  }

  /**
   * Schedules {@code drop}, which drops the connection of a given-up response, in a second or in
   * half of the remaining time, whichever is shorter. To be cancelled if the body ends before (rule
   * 8.1).
   */
  public Future<?> onDrainTimeout(Runnable drop) {
    return timer().after(Math.min(DRAIN_TIMEOUT_NANOS, remainingNanos() / 2), drop);
  }

  /** Logs an internal fault, once for each kind (rule 1.4). */
  public void fault(String where, Throwable thrown) {
    services.fault(where, thrown);
  }

  /**
   * Returns whether the client's own retry layer has to leave an outcome of the attempt under way
   * to Redial (rule 7.1).
   */
  public boolean standsFor(Outcome outcome) {
    try {
      return acts() && policy.covers(request, outcome, clock()) && host.hasBackoff();
    } catch (Throwable fault) {
      services.fault("coverage", fault);
      return false;
    }
  }

  /**
   * Whether the policy covers an outcome (rule 7.1), even if it cannot act at this moment; true if
   * that cannot be determined.
   */
  public boolean covers(Outcome outcome) {
    try {
      return policy.covers(request, outcome, clock());
    } catch (Throwable fault) {
      services.fault("coverage", fault);
      return true; // An internal fault must not cost a retry.
    }
  }

  private boolean acts() {
    return !deferred() && switchedOff() == null;
  }

  @Override
  public NoRetryReason switchedOff() {
    RetryPolicy now = services.policyNow(request);
    if (!now.enabled()) {
      return NoRetryReason.DISABLED;
    }
    if (!inRollout(now)) {
      return NoRetryReason.ROLLOUT;
    }
    return policy.observes() || now.observes() ? NoRetryReason.OBSERVE : null;
  }

  /**
   * Returns how many nanoseconds the call may still take; {@link RetryPolicy#UNLIMITED} for no
   * limit.
   */
  long remainingNanos() {
    long deadline = policy.deadlineNanos();
    long remaining =
        deadline == RetryPolicy.UNLIMITED
            ? RetryPolicy.UNLIMITED
            : deadline - (clock().nanos() - startNanos);
    return Math.min(remaining, ownRemainingNanos());
  }

  long ownRemainingNanos() {
    return ownLimitNanos == RetryPolicy.UNLIMITED
        ? RetryPolicy.UNLIMITED
        : ownLimitNanos - (clock().nanos() - startNanos);
  }

  /** The call keeps its sample, so that reducing the share excludes running calls, too. */
  private boolean inRollout(RetryPolicy now) {
    double share = Math.min(policy.rollout(), now.rollout());
    if (share >= 1) {
      return true;
    }
    if (rolloutSample < 0) {
      rolloutSample = services.sampleRollout();
    }
    return rolloutSample < share;
  }

  final double rolloutSample() {
    return rolloutSample;
  }

  boolean deferred() {
    return policy.defers(request);
  }

  Clock clock() {
    return services.clock;
  }
}

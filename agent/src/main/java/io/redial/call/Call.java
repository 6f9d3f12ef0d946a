package io.redial.call;

import io.redial.call.body.ReplayBuffer;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.HostState;
import io.redial.policy.NoRetryReason;
import io.redial.policy.Outcome;
import io.redial.policy.RetryPolicy;
import io.redial.policy.rate.Clock;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One call of a client by the application: its options, its limits and its history. It has one
 * attempt at a time, and its fields pass from thread to thread with it.
 */
public final class Call implements ObservedCall, FaultLog, FaultBoundary.Finishing {
  /** The value of the {@code rollout} sample as long as none was needed. */
  static final float NOT_SAMPLED = -1;

  /** What a failure of the program's own backoff is logged with, wherever it is asked. */
  static final String DECISION = "decision";

  private static final long DRAIN_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

  final CallServices services;
  final RetryPolicy policy;
  final OutgoingRequest request;
  final HostState host;
  private final boolean observed;
  private final long startNanos;
  private long ownLimitNanos = RetryPolicy.UNLIMITED;
  private boolean limitsAttempts;

  // These two are not volatile: threads that share a call get it safely, a second sample does no
  // harm, and a finished call only lets go of its client.
  private float rolloutSample;
  private Object client;

  private volatile long attemptClockNanos;

  private final boolean blocks;

  private int attempts;
  long attemptStartNanos;

  /**
   * The thread on which the call began, as long as the call lasts. It waits for the outcome of a
   * blocking call.
   */
  private Thread beginner = Thread.currentThread();

  private boolean healthy;
  private volatile boolean last;
  private volatile boolean aborted;
  private volatile boolean finished;

  /** Null as long as there is none. Where a method could fail, drivers read the field. */
  volatile CallHistory history;

  Call(
      CallServices services,
      RetryPolicy policy,
      OutgoingRequest request,
      HostState host,
      Object client,
      boolean blocks,
      float rolloutSample,
      boolean observed,
      long startNanos) {
    this.services = services;
    this.policy = policy;
    this.request = request;
    this.host = host;
    this.client = client;
    this.blocks = blocks;
    this.rolloutSample = rolloutSample;
    this.observed = observed;
    this.startNanos = startNanos;
  }

  // What it is: its options and the application's timeouts.

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
    return observed || (policy.maxRetries() == 0 && !policy.shapesAttempts());
  }

  /** Whether a retry can follow at all, so that the request's body is worth copying. */
  public boolean mayBeRetried() {
    return !observed && policy.maxRetries() > 0;
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

  /**
   * Bounds the call by the application's own total timeout (rule 5.3).
   *
   * @param nanos {@link RetryPolicy#UNLIMITED} if it has none
   */
  public void limitTo(long nanos) {
    ownLimitNanos = nanos;
    limitsAttempts = nanos != RetryPolicy.UNLIMITED;
  }

  /**
   * Bounds only the waits of the call, and not its attempts, by a timeout of the application's. It
   * is the application itself that stops waiting for an attempt that takes longer.
   */
  public void limitWaitsTo(long nanos) {
    ownLimitNanos = nanos;
  }

  /**
   * Makes this a call for the rest of another call's body, which shares the limits of that one.
   *
   * @param least the least wait before the next request in nanoseconds; 0 for none
   * @param ended called when the call has found the rest: the stream decides when the count of its
   *     backoff ends
   */
  void continueStream(LongSupplier least, Runnable ended, HostLimits shared) {
    CallHistory begun = new CallHistory(this, services, shared);
    begun.leastWait = least;
    begun.found = ended;
    history = begun;
  }

  /**
   * Returns whether this is a call for the rest of a body, and not one of the application's own.
   * The client's own retry layer then stays silent whatever happens: it does not know what of the
   * rest the application already has.
   */
  public boolean resumesBody() {
    CallHistory past = history;
    return past != null && past.found != null;
  }

  /**
   * Has the backoff forget the call, which is over. If the call has found the rest of a body, the
   * stream decides when to do so.
   */
  void forgetBackoff(boolean succeeded) {
    if (succeeded && resumesBody()) {
      history.found.run();
    } else {
      limits().forgetBackoff(succeeded);
    }
  }

  /** Whether the time of an attempt may be limited. */
  public boolean limitsAttempts() {
    return limitsAttempts || policy.perTryTimeoutNanos() != RetryPolicy.UNLIMITED;
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

  /** Starts the clock of the attempt under way, if the attempt's time is limited. */
  public void startAttemptClock() {
    if (policy.perTryTimeoutNanos() != RetryPolicy.UNLIMITED) {
      attemptClockNanos = clock().nanos();
    }
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

  @Override
  public void fault(String where, Throwable thrown) {
    FaultBoundary.report(services.listener, where, thrown);
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

  float rolloutSample() {
    return rolloutSample;
  }

  boolean deferred() {
    return policy.defers(request);
  }

  /** Whether its first attempt may be held back (rule 4.5). */
  boolean isRateLimited() {
    return !policy.rateLimit().isOff();
  }

  Clock clock() {
    return services.clock;
  }

  // Its client.

  /** Whether the application has closed its client. */
  public boolean isClientClosed() {
    return services.clients.isClosed(client);
  }

  @Override
  public Object client() {
    return client;
  }

  // Attempts and their outcomes.

  @Override
  public long number() {
    return history().number;
  }

  @Override
  public int attempts() {
    return attempts;
  }

  /** Returns why no retry is to be made at this moment, whatever the outcome, or null. */
  NoRetryReason blockingReason() {
    NoRetryReason switchedOff = switchedOff();
    if (switchedOff != null) {
      return switchedOff;
    }
    // The caller may be interrupted without the client having noticed: no wait begins (rule 5.4).
    return isClosing() || callerIsInterrupted() ? NoRetryReason.CANCELLED : null;
  }

  int beginAttempt() {
    attemptStartNanos = attempts == 0 ? startNanos() : clock().nanos();
    return ++attempts;
  }

  /**
   * Notes whether the status is a success, and returns whether nothing follows from it. False for a
   * success after a retry, whose end is recorded.
   */
  boolean needsNoDecision(int status) {
    healthy = !policy.concerns(status);
    CallHistory past = history;
    return healthy && (past == null || !past.hasRetried());
  }

  Decision afterResponse(int number, int status, HeaderFields headers, boolean redirected) {
    if (needsNoDecision(status)) {
      return Decision.RETURN;
    }
    Outcome outcome = Outcome.response(status, headers);
    return history().after(number, null, redirected ? outcome.afterRedirect() : outcome);
  }

  Decision afterFailure(int number, Throwable thrown, Failure failure, boolean redirected) {
    healthy = false; // The body may have broken off after a healthy head.
    return history().afterFailure(number, thrown, failure, redirected);
  }

  /**
   * Returns the history, which is made when it is first needed: a call that succeeds on the first
   * attempt has none. Synchronized, because an interrupted caller and the attempt that it left
   * behind may ask for it at the same time.
   */
  CallHistory history() {
    CallHistory past = history;
    return past != null ? past : begunHistory();
  }

  private synchronized CallHistory begunHistory() {
    if (history == null) {
      history = new CallHistory(this, services, newLimits());
    }
    return history;
  }

  /** Returns the limits, which the history keeps once there is one. */
  HostLimits limits() {
    CallHistory past = history;
    return past != null ? past.limits : newLimits();
  }

  private HostLimits newLimits() {
    return new HostLimits(
        host, policy, policy.observes() ? services.forecastBackoffs : services.backoffs);
  }

  /** Returns whether the client was shut down or is being closed. */
  boolean isClosing() {
    return services.clients.isClosing(client);
  }

  /** Whether another attempt can follow; not if the caller was interrupted and left one running. */
  boolean canRetry() {
    return !last && !finished;
  }

  @Override
  public boolean isBlocking() {
    return blocks;
  }

  /**
   * Returns whether a platform thread waits for the outcome; virtual ones may wait in any number
   * (rule 4.7).
   */
  boolean blocksPlatformThread() {
    return blocks && !Threads.isVirtual(beginner);
  }

  /** Returns the thread on which the call began; null once the call is over. */
  Thread beginner() {
    return beginner;
  }

  /**
   * Returns whether the caller of a blocking call was interrupted. Called on any thread, because a
   * client may read the response on one of its own.
   */
  boolean callerIsInterrupted() {
    Thread waiting = beginner;
    return blocks && waiting != null && waiting.isInterrupted();
  }

  /** Makes the next attempt the last one, whatever its outcome. */
  public void makeLast() {
    last = true;
  }

  // Called from outside while the call runs.

  /**
   * Called when the application has aborted its request. Ends the current wait, or one that is
   * about to begin. The client then fails the next attempt with its own exception (rule 5.4).
   */
  public void abort() {
    aborted = true;
    Wait now = currentWait();
    if (now != null) {
      now.end(Wait.End.CLOSED);
    }
  }

  boolean isAborted() {
    return aborted;
  }

  /** Returns the wait that the call is in, or null. */
  Wait currentWait() {
    CallHistory past = history;
    return past == null ? null : past.currentWait();
  }

  /** Attaches the failures of earlier attempts to the one that the application gets (rule 1.2). */
  Throwable finalFailure(Throwable thrown) {
    history().finalFailure(thrown);
    return thrown;
  }

  /** Ends the call, because no attempt follows. */
  @Override
  public void finish() {
    finished = true;
    CallHistory past = history;
    Thread thread = beginner;
    try {
      boolean counted = past != null && past.finish(healthy);
      if (counted || (healthy && policy.backoffPerHost())) {
        FaultBoundary.run(this, DECISION, () -> forgetBackoff(healthy)); // It may be the program's.
      }
    } finally {
      client = null; // The application may keep objects that refer to the call.
      beginner = null;
      if (services.remembers()) {
        services.callEnded(this, healthy && !resumesBody() ? thread : null);
      }
    }
  }

  boolean isFinished() {
    return finished;
  }
}

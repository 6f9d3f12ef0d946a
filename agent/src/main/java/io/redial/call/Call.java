package io.redial.call;

import io.redial.policy.Clock;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.Outcome;
import io.redial.policy.Refusal;
import io.redial.policy.RetryPolicy;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One use of a client by the application: its policy, its history and its limits. Handed from
 * thread to thread with its attempts, one of which is under way at a time.
 */
public final class Call {
  /** No draw for {@code rollout} was needed yet. */
  static final double NO_LOT = -1;

  /** How often a first attempt that holds back looks whether it still has to. */
  static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Dialer dialer;
  private final RetryPolicy policy;
  private final OutgoingRequest request;
  private final HostLimits host;
  private volatile Object client;
  private final boolean parks;
  private final boolean watched;
  private final long startNanos;
  private long ownLimitNanos = RetryPolicy.UNLIMITED;
  private boolean limitsAttempts;

  private int attempts;
  private long attemptStartNanos;
  private Thread caller;
  private boolean healthy;
  private volatile boolean last;
  private volatile double lot;
  private volatile boolean aborted;
  private volatile boolean over;
  private volatile CallHistory history;

  Call(
      Dialer dialer,
      RetryPolicy policy,
      OutgoingRequest request,
      HostLimits host,
      Object client,
      boolean parks,
      double lot,
      boolean watched) {
    this.dialer = dialer;
    this.policy = policy;
    this.request = request;
    this.host = host;
    this.client = client;
    this.parks = parks;
    this.lot = lot;
    this.watched = watched;
    this.startNanos = clock().nanos();
  }

  /** The policy that the call started with; it keeps it (rule 11.1 aside). */
  public RetryPolicy policy() {
    return policy;
  }

  /**
   * Whether nothing about the call may be changed, because no retry can follow (rule 1.5): the
   * application's own objects go to its client, nothing is copied, wrapped or tapped, and what
   * comes of the call is only looked at. Decided when the call begins.
   */
  public boolean isPassive() {
    return watched || (policy.maxRetries() == 0 && !policy.shapesAttempts());
  }

  /** Whether a retry can follow at all, so that it is worth while to copy the request's body. */
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

  /**
   * Whether a response's connection is to be dropped rather than kept, as far as can be told before
   * its retry is decided: whether it is about to be given up on, by a call whose next attempt must
   * not be risked on that connection (rule 8.3). Reserves nothing and never throws.
   */
  public boolean dropsConnectionOf(int status, HeaderFields headers) {
    try {
      return policy.concerns(status)
          && mayGoOn()
          && attempts <= policy.maxRetries()
          && !keepsConnection()
          && request.repeatable()
          && remainingNanos() > 0
          && standsFor(Outcome.response(status, headers));
    } catch (Throwable fault) {
      dialer.fault("connection of a response", fault);
      return false;
    }
  }

  /** Whether the application has closed its client. */
  public boolean isClientClosed() {
    return dialer.isClosed(client);
  }

  /** The application's request. */
  public OutgoingRequest request() {
    return request;
  }

  /**
   * The application's client; null once the call is over, of which the client may have left a trace
   * in objects that the application keeps, its request for example.
   */
  public Object client() {
    return client;
  }

  /** Scheme, host and port. */
  public String hostName() {
    return host.name();
  }

  /** When the call began, in the clock's monotonic nanoseconds. */
  public long startNanos() {
    return startNanos;
  }

  /** How many attempts were begun. */
  public int attempts() {
    return attempts;
  }

  /** Bounds the call by the application's own total timeout (rule 5.3). */
  public void limitTo(long nanos) {
    ownLimitNanos = nanos;
    limitsAttempts = true;
  }

  /** The same for the waits alone: the application itself ends an attempt that takes longer. */
  public void limitWaitsTo(long nanos) {
    ownLimitNanos = nanos;
  }

  /** What the attempt that begins now may take; {@link RetryPolicy#UNLIMITED} for ever. */
  public long attemptNanos() {
    long own = limitsAttempts ? ownRemainingNanos() : RetryPolicy.UNLIMITED;
    return Math.min(policy.perTryTimeoutNanos(), own);
  }

  /** Where copies of request bodies are accounted for. */
  public ReplayBuffer newReplayBuffer() {
    return new ReplayBuffer(dialer.replayMemory(), policy.replayBufferBytes());
  }

  /** Runs a quick task after that many nanoseconds. */
  public Timer timer() {
    return dialer.timer();
  }

  /**
   * Drops the connection of a given-up response unless its body ends within a second, or half of
   * the time that is left: one that drips is not worth its connection (rule 8.1).
   */
  public Future<?> whenPatienceEnds(Runnable drop) {
    return timer().after(Math.min(PATIENCE_NANOS, remainingNanos() / 2), drop);
  }

  /** Logs a fault of Redial's own (rule 1.4). */
  public void fault(String where, Throwable thrown) {
    dialer.fault(where, thrown);
  }

  /**
   * Whether the client's own retry layer stands back for an outcome of the attempt under way (rule
   * 7.1).
   */
  public boolean standsFor(Outcome outcome) {
    try {
      return acts() && policy.covers(request, outcome, clock()) && host.hasBackoff();
    } catch (Throwable fault) {
      dialer.fault("coverage", fault);
      return false;
    }
  }

  /**
   * Whether a connection that breaks now can lead to one more attempt, so that it is worth while to
   * take the rest of the body from its source.
   */
  public boolean mayRepeat() {
    return !aborted
        && mayGoOn()
        && remainingNanos() > 0
        && !isClosing()
        && standsFor(Outcome.failure(Failure.CONNECTION_ERROR))
        && (policy.perTryTimeoutNanos() == RetryPolicy.UNLIMITED
            || standsFor(Outcome.failure(Failure.TIMEOUT)));
  }

  /**
   * Whether the policy covers an outcome (rule 7.1), whatever keeps it from acting at this moment;
   * true also where that cannot be told.
   */
  public boolean covers(Outcome outcome) {
    try {
      return policy.covers(request, outcome, clock());
    } catch (Throwable fault) {
      dialer.fault("coverage", fault);
      return true; // Nothing is to be given up for a fault of ours.
    }
  }

  private boolean acts() {
    return !policy.observes() && !deferred() && switchedOff() == null;
  }

  /** Why the options of this moment keep the call from any retry, or null (rule 11.1). */
  Refusal switchedOff() {
    RetryPolicy now = dialer.policyNow(request);
    if (!now.enabled()) {
      return Refusal.DISABLED;
    }
    if (now.observes()) {
      return Refusal.OBSERVE;
    }
    return inRollout(now) ? null : Refusal.ROLLOUT;
  }

  // Time and share.

  /** How long the call may still take; {@link RetryPolicy#UNLIMITED} for ever. */
  long remainingNanos() {
    long deadline = policy.deadlineNanos();
    long remaining =
        deadline == RetryPolicy.UNLIMITED
            ? RetryPolicy.UNLIMITED
            : deadline - (clock().nanos() - startNanos);
    return Math.min(remaining, ownRemainingNanos());
  }

  private long ownRemainingNanos() {
    return ownLimitNanos == RetryPolicy.UNLIMITED
        ? RetryPolicy.UNLIMITED
        : ownLimitNanos - (clock().nanos() - startNanos);
  }

  boolean inRollout() {
    return inRollout(dialer.policyNow(request));
  }

  /** The call keeps its lot, so that a smaller share leaves out calls that were inside. */
  private boolean inRollout(RetryPolicy now) {
    double share = Math.min(policy.rollout(), now.rollout());
    if (share >= 1) {
      return true;
    }
    if (lot < 0) {
      lot = dialer.drawLot();
    }
    return lot < share;
  }

  boolean deferred() {
    return policy.defers(request);
  }

  // Attempts and their outcomes.

  int beginAttempt() {
    attemptStartNanos = attempts == 0 ? startNanos : clock().nanos();
    return ++attempts;
  }

  Decision afterResponse(Attempt attempt, int status, HeaderFields headers, boolean redirected) {
    if (!policy.concerns(status)) {
      healthy = true;
      if (history == null || history.retries() == 0) {
        return Decision.RETURN;
      }
    }
    try {
      Outcome outcome = Outcome.response(status, headers);
      return history().after(attempt, status, null, redirected ? outcome.afterRedirect() : outcome);
    } catch (Throwable fault) { // A class that cannot be loaded, for example.
      dialer.fault("decision", fault);
      return Decision.RETURN;
    }
  }

  Decision afterFailure(Attempt attempt, Throwable thrown, Failure failure, boolean redirected) {
    healthy = false; // The body broke off after a head that was.
    if (isOfNestedCall(thrown)) {
      return Decision.RETURN;
    }
    Decision decision = decideAfterFailure(attempt, thrown, failure, redirected);
    if (isPassive()) {
      finalFailure(thrown); // No driver does.
    }
    return decision;
  }

  /**
   * Whether a call that was made within the attempt, for a token say, ended with that failure: it
   * has had its own retries, and none of this call's (rule 7.2).
   */
  private boolean isOfNestedCall(Throwable thrown) {
    try {
      return dialer.surfaced().isOfCallWithin(this, attemptStartNanos, thrown);
    } catch (Throwable fault) { // Of an exception of the application's.
      dialer.fault("nested failure", fault);
      return false;
    }
  }

  private Decision decideAfterFailure(
      Attempt attempt, Throwable thrown, Failure failure, boolean redirected) {
    try {
      Outcome outcome = Outcome.failure(failure);
      return history().after(attempt, 0, thrown, redirected ? outcome.afterRedirect() : outcome);
    } catch (Throwable fault) { // A class that cannot be loaded, for example.
      dialer.fault("decision", fault);
      return Decision.RETURN;
    }
  }

  /**
   * What became of its attempts; of a call that simply succeeds nothing is written. One for each
   * call, though a caller that was interrupted and the attempt that it left may ask at once.
   */
  CallHistory history() {
    CallHistory past = history;
    return past != null ? past : begunHistory();
  }

  private synchronized CallHistory begunHistory() {
    if (history == null) {
      history = new CallHistory(this, dialer, host);
    }
    return history;
  }

  /** Whether its client was shut down or closed. */
  boolean isClosing() {
    return dialer.isClosing(client);
  }

  /** Whether another attempt can follow; not if its caller was interrupted and left one behind. */
  boolean mayGoOn() {
    return !last && !over;
  }

  /** Whether a platform thread of the application's waits with it. */
  boolean parks() {
    return parks;
  }

  /** That thread makes the call and waits for it, platform thread or virtual. */
  void blocks(Thread thread) {
    caller = thread;
  }

  /** Whether a thread waits for its outcome in the client's method, also while an attempt runs. */
  boolean isBlocking() {
    return caller != null;
  }

  /**
   * Whether the caller of a blocking call was interrupted. Asked on any thread: a client may read
   * the response on one of its own.
   */
  boolean callerIsInterrupted() {
    Thread waiting = caller;
    return waiting != null && waiting.isInterrupted();
  }

  /**
   * How long the first attempt holds back (rule 4.5): only the application's own timeout bounds it,
   * and what that does not allow goes out at once, because there is no outcome to surrender with.
   */
  long firstThrottleNanos() {
    return Math.max(0, host.throttleNanos(ownRemainingNanos()));
  }

  /** Whether a first attempt still has to hold back: asked from time to time while it does. */
  boolean holdsBack() {
    return !aborted && !dialer.isClosed(client) && switchedOff() == null;
  }

  HeldBack holdBack(Runnable firstAttempt) {
    return dialer.holdBack(client, firstAttempt);
  }

  void letGo(HeldBack held) {
    dialer.letGo(held);
  }

  /** Whatever comes of the next attempt is the call's outcome. */
  public void makeLast() {
    last = true;
  }

  // What others want of it while it runs.

  /**
   * The application aborted its request: ends the wait, or the one that is about to begin; the
   * client answers the next attempt with its own exception (rule 5.4).
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

  /** The wait that it is in, or null. */
  Wait currentWait() {
    CallHistory past = history;
    return past == null ? null : past.currentWait();
  }

  /** The failure that the application gets, with those of earlier attempts (rule 1.2). */
  Throwable finalFailure(Throwable thrown) {
    try {
      return history().finalFailure(thrown);
    } catch (Throwable fault) {
      dialer.fault("suppressed failures", fault);
      return thrown;
    }
  }

  /** No attempt follows. */
  void over() {
    over = true;
    try {
      CallHistory past = history;
      boolean counted = past != null && past.over();
      if (counted || (healthy && policy.backoffPerHost())) {
        host.forgetBackoff(healthy);
      }
    } catch (Throwable fault) { // A backoff of somebody's own, which is asked in decisions.
      dialer.fault("decision", fault);
    }
    client = null;
  }

  boolean isOver() {
    return over;
  }

  private Clock clock() {
    return dialer.clock();
  }
}

package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.NoRetryReason;
import io.redial.policy.Outcome;
import io.redial.policy.RetryPolicy;
import java.util.concurrent.TimeUnit;

/**
 * One call of a client by the application: its policy, its history and its limits. It has one
 * attempt at a time, and its fields pass from thread to thread with it.
 */
public final class Call extends CallTerms {
  /** How often a throttled first attempt checks whether it still has to wait. */
  static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final boolean blocksPlatformThread;
  private volatile Object client;

  private int attempts;
  long attemptStartNanos;
  private Thread caller;

  /** The thread on which the call began, as long as the call lasts. */
  private Thread beginner = Thread.currentThread();

  private boolean healthy;
  private boolean nested;
  private volatile boolean last;
  private volatile boolean aborted;
  private volatile boolean finished;
  private volatile CallHistory history;

  Call(
      CallServices services,
      RetryPolicy policy,
      OutgoingRequest request,
      HostLimits host,
      Object client,
      boolean blocksPlatformThread,
      double rolloutSample,
      boolean watched) {
    super(services, policy, request, host, rolloutSample, watched);
    this.client = client;
    this.blocksPlatformThread = blocksPlatformThread;
  }

  /**
   * Whether to close a response's connection instead of keeping it, as far as can be told before
   * the retry is decided: true if the response will be given up on and the next attempt must not be
   * risked on this connection (rule 8.3). Reserves nothing and never throws.
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
      services.fault("connection of a response", fault);
      return false;
    }
  }

  /** Whether the application has closed its client. */
  public boolean isClientClosed() {
    return services.clients.isClosed(client);
  }

  @Override
  public Object client() {
    return client;
  }

  @Override
  public long number() {
    return history().number;
  }

  @Override
  public int attempts() {
    return attempts;
  }

  /**
   * Returns whether another attempt can follow if the connection breaks now. If so, the rest of the
   * request body has to be copied from its source.
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

  /** Returns why no retry is to be made at this moment, whatever the outcome, or null. */
  NoRetryReason standing() {
    NoRetryReason switchedOff = switchedOff();
    if (switchedOff != null) {
      return switchedOff;
    }
    // The caller may be interrupted without the client having noticed: no wait begins (rule 5.4).
    return isClosing() || callerIsInterrupted() ? NoRetryReason.CANCELLED : null;
  }

  // Attempts and their outcomes.

  int beginAttempt() {
    nested = false;
    attemptStartNanos = attempts == 0 ? startNanos() : clock().nanos();
    return ++attempts;
  }

  Decision afterResponse(int number, int status, HeaderFields headers, boolean redirected) {
    healthy = !policy.concerns(status);
    if (healthy) {
      if (history == null || !history.hasRetried()) {
        return Decision.RETURN;
      }
    }
    try {
      Outcome outcome = Outcome.response(status, headers);
      return history().after(number, status, null, redirected ? outcome.afterRedirect() : outcome);
    } catch (Throwable fault) { // A class that cannot be loaded, for example.
      services.fault("decision", fault);
      return Decision.RETURN;
    }
  }

  Decision afterFailure(int number, Throwable thrown, Failure failure, boolean redirected) {
    healthy = false; // The body may have broken off after a healthy head.
    if (isOfNestedCall(thrown)) {
      notCovered(number, thrown, null);
      return Decision.RETURN;
    }
    Decision decision = decideAfterFailure(number, thrown, failure, redirected);
    if (isPassive()) {
      finalFailure(thrown); // A passive call has no driver that would do this.
    }
    return decision;
  }

  /**
   * Whether the failure is that of a nested call made during the attempt, for example for a token:
   * that call has had its own retries and gets none of this call's (rule 7.2).
   */
  private boolean isOfNestedCall(Throwable thrown) {
    try {
      return nested || services.surfaced.isOfCallWithin(this, attemptStartNanos, thrown);
    } catch (Throwable fault) { // The exception may be of a class of the application's.
      services.fault("nested failure", fault);
      return false;
    }
  }

  private void notCovered(int number, Throwable thrown, Failure failure) {
    try {
      services.listener.notCovered(this, number, thrown, failure);
    } catch (Throwable fault) {
      services.fault("listener", fault);
    }
  }

  /**
   * Called when the client's own retry layer lets a failure of the attempt under way through. The
   * layer may throw a new exception in its place that does not name it as its cause: Apache's
   * clients do so with a {@code NoHttpResponseException}.
   */
  void passes(Throwable thrown) {
    nested = false;
    nested = isOfNestedCall(thrown);
  }

  private Decision decideAfterFailure(
      int number, Throwable thrown, Failure failure, boolean redirected) {
    try {
      Outcome outcome = Outcome.failure(failure);
      Decision decision =
          history().after(number, 0, thrown, redirected ? outcome.afterRedirect() : outcome);
      if (decision == Decision.RETURN && mayGoOn()) {
        notCovered(number, thrown, failure);
      }
      return decision;
    } catch (Throwable fault) { // A class that cannot be loaded, for example.
      services.fault("decision", fault);
      return Decision.RETURN;
    }
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
      history = new CallHistory(this, services, host);
    }
    return history;
  }

  /** Returns whether the client was shut down or is being closed. */
  boolean isClosing() {
    return services.clients.isClosing(client);
  }

  /** Whether another attempt can follow; not if the caller was interrupted and left one running. */
  boolean mayGoOn() {
    return !last && !finished;
  }

  /** Returns whether a platform thread of the application waits for the outcome. */
  boolean blocksPlatformThread() {
    return blocksPlatformThread;
  }

  /** Sets the thread, platform or virtual, that makes the call and waits for it. */
  void blocks(Thread thread) {
    caller = thread;
  }

  /** Returns the thread that waits for the outcome of a blocking call. */
  Thread caller() {
    Thread waiting = caller;
    return waiting != null ? waiting : Thread.currentThread();
  }

  @Override
  public boolean isBlocking() {
    return caller != null;
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
    Thread waiting = caller;
    return waiting != null && waiting.isInterrupted();
  }

  /**
   * Returns how many nanoseconds the first attempt is held back (rule 4.5). The application's own
   * timeout is the only bound; if it does not allow the delay, the attempt is sent at once, because
   * there is no outcome yet that could be returned instead.
   */
  long firstThrottleNanos() {
    return Math.max(0, host.throttleNanos(ownRemainingNanos()));
  }

  /** Returns whether a first attempt still has to be held back; called repeatedly while it is. */
  boolean holdsBack() {
    return !aborted && !services.clients.isClosed(client) && switchedOff() == null;
  }

  ThrottledStart holdBack(Runnable firstAttempt) {
    return services.throttled.holdBack(client, firstAttempt);
  }

  void release(ThrottledStart held) {
    services.throttled.release(held);
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
    try {
      return history().finalFailure(thrown);
    } catch (Throwable fault) {
      services.fault("suppressed failures", fault);
      return thrown;
    }
  }

  /** Ends the call, because no attempt follows. */
  void finish() {
    finished = true;
    try {
      CallHistory past = history;
      boolean counted = past != null && past.finish(healthy);
      if (counted || (healthy && policy.backoffPerHost())) {
        forgetBackoff(healthy);
      }
    } catch (Throwable fault) { // The program's own backoff failed.
      services.fault("decision", fault);
    }
    endOuterRetries();
    client = null;
    services.afterNextCall.callEnded();
  }

  /** A success ends what a layer above may have begun (rule 7.4). */
  private void endOuterRetries() {
    Thread thread = beginner;
    beginner = null; // The application may keep objects that refer to the call.
    if (healthy && thread != null && !resumesStream()) {
      try {
        services.outerRetries.succeeded(thread, host.name(), request);
      } catch (Throwable fault) {
        services.fault("outer retry", fault);
      }
    }
  }

  boolean isFinished() {
    return finished;
  }
}

package io.redial.call;

import io.redial.kernel.FaultBoundary;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.NoRetryReason;
import io.redial.policy.Outcome;
import io.redial.policy.RetryContext;
import io.redial.policy.RetryPolicy;
import java.util.function.LongSupplier;

/**
 * The history of a call's attempts. Decides whether another one follows, manages the wait for it,
 * and counts retries. Made when an attempt does not succeed. Its fields pass from thread to thread
 * with the attempts.
 */
final class CallHistory {
  private final Call call;
  private final CallServices services;

  /** They are the key by which a backoff counts the failures of the call. */
  final HostLimits limits;

  private final RetryPermit permit;

  /** The number that distinguishes the call from others in the log. */
  final long number;

  /** Called when a call for the rest of a body has found it; null for the application's own. */
  Runnable found;

  /**
   * In how many nanoseconds a retry may begin at the earliest, whatever the backoff says; or null
   * (rules 10.3 and 10.4).
   */
  LongSupplier leastWait;

  // What a call keeps that is retried; a healthy one has no history.

  /** What was read of the latest response that was drained, if its body is pulled; or null. */
  DrainedBody drained;

  /** The failure that ended the body of a given-up response while it was discarded, or null. */
  Throwable discardFailure;

  private int retries;
  private int errorRetries;
  private boolean countsBackoff; // A backoff has counted the call, and is to forget it.
  private boolean waited; // A wait has begun.
  private boolean reported; // The end was reported, or is not to be.
  private boolean counted; // The outcome was counted.
  private boolean considered; // A retry was refused.

  /** How many outer retries in a row this call makes, or -1 as long as that was not asked. */
  private int outerRetries = -1;

  /** Stands for the request among the outer retries, once these were asked. */
  private long fingerprint;

  /** The attempt that failed as a call did that was made within it; 0 if none did. */
  private int nestedAttempt;

  private long decidedNanos;
  private AttemptRecord latest;
  private Failures failures;
  private volatile Wait wait;

  CallHistory(Call call, CallServices services, HostLimits limits) {
    this.call = call;
    this.services = services;
    this.limits = limits;
    this.permit = new RetryPermit(call, services, limits);
    this.number = services.calls.incrementAndGet();
  }

  /** Continues the retry counts of another call. */
  void goOnFrom(CallHistory another) {
    retries = another.retries;
    errorRetries = another.errorRetries;
  }

  // Decisions.

  boolean hasRetried() {
    return retries > 0;
  }

  /** Decides what follows an attempt. If the program's own backoff fails, no retry does. */
  Decision after(int number, Throwable thrown, Outcome outcome) {
    Decision decision =
        FaultBoundary.ask(call, Call.DECISION, () -> decide(outcome), Decision.RETURN);
    // Measured after the backoff was asked, so that its delay counts in full.
    decidedNanos = nanos();
    long now = services.clock.wallMillis();
    latest = new AttemptRecord(number, now, outcome.status(), thrown, decision);
    if (decision.isRefused()) {
      refused(decision.noRetryReason());
    }
    return decision;
  }

  /** Decides what follows a failed attempt. */
  Decision afterFailure(int number, Throwable thrown, Failure failure, boolean redirected) {
    if (isOfNestedCall(number, thrown)) {
      services.report(listener -> listener.notCovered(call, number, thrown, null));
      return Decision.RETURN;
    }
    try {
      Outcome outcome = Outcome.failure(failure);
      Decision decision = after(number, thrown, redirected ? outcome.afterRedirect() : outcome);
      if (decision == Decision.RETURN && call.canRetry()) {
        services.report(listener -> listener.notCovered(call, number, thrown, failure));
      }
      return decision;
    } finally {
      if (call.isPassive()) {
        finalFailure(thrown); // A passive call has no driver that would do this.
      }
    }
  }

  /**
   * Whether the failure is that of a nested call made during the attempt, for example for a token:
   * that call has had its own retries and gets none of this call's (rule 7.2).
   */
  private boolean isOfNestedCall(int number, Throwable thrown) {
    return nestedAttempt == number || isOfNestedCall(thrown);
  }

  private boolean isOfNestedCall(Throwable thrown) {
    return services.surfaced.isOfCallWithin(call, call.attemptStartNanos, thrown);
  }

  /**
   * Called when the client's own retry layer lets a failure of the attempt under way through. The
   * layer may throw a new exception in its place that does not name it as its cause: Apache's
   * clients do so with a {@code NoHttpResponseException}.
   */
  void passes(Throwable thrown) {
    nestedAttempt = isOfNestedCall(thrown) ? call.attempts() : 0;
  }

  private Decision decide(Outcome outcome) {
    if (!call.canRetry()) {
      return Decision.RETURN;
    }
    RetryPolicy policy = call.policy();
    RetryContext context =
        new RetryContext(
            retries,
            errorRetries,
            call.remainingNanos(),
            call.deferred(),
            call.blockingReason(),
            leastWait == null ? 0 : leastWait.getAsLong());
    Decision granted = policy.decide(call.request(), outcome, context, services.clock);
    if (!granted.retries()) {
      return granted;
    }
    if (isOuterRetry()) {
      return granted.refused(NoRetryReason.OUTER_RETRY);
    }
    countsBackoff = true;
    long backoff = limits.backoffNanos(granted.cause());
    Decision due = policy.schedule(granted, backoff, context, services.random);
    return due.retries() ? permit.acquire(due, context) : due;
  }

  /**
   * Whether the call is a retry by a layer above (rule 7.4). Not asked before an outcome is to be
   * retried.
   */
  private boolean isOuterRetry() {
    Thread thread = call.beginner();
    if (outerRetries < 0 && thread != null && !call.resumesBody()) {
      outerRetries = 0;
      fingerprint = OuterRetries.fingerprint(call.hostName(), call.request());
      outerRetries = services.outerRetries.take(thread, fingerprint, call.startNanos());
    }
    return outerRetries > 0;
  }

  /** Withdraws a retry that was decided on, for a reason that the adapter has found since. */
  Decision takeBack(Decision made, NoRetryReason refusal) {
    permit.giveBack();
    refused(refusal);
    return made.refused(refusal);
  }

  /** Called when the caller has ended the call between the decision to retry and the wait. */
  void cancelled() {
    permit.giveBack();
    refused(NoRetryReason.CANCELLED);
  }

  private void refused(NoRetryReason refusal) {
    considered = true;
    latest = latest.with(latest.decision().refused(refusal));
    services.report(listener -> listener.refused(call, latest, refusal));
  }

  // Waits.

  /**
   * Blocks the caller until the next attempt is due or something else ends the wait.
   *
   * @return what ended the wait, or null if the body can no longer be sent again
   */
  Wait.End pause(Decision decision) throws InterruptedException {
    Wait started = startWait(decision);
    Wait.End end = Wait.End.ABANDONED; // Also if an interrupt follows the end of the wait.
    boolean canRetry = false;
    try {
      Wait.End ended = started.await(services.timer, nanosUntil(started));
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      end = ended;
    } finally {
      canRetry = endWait(started, end);
    }
    return canRetry ? end : null;
  }

  Wait startWait(Decision decision) {
    Wait started = new Wait(call, decision, decidedNanos + decision.waitNanos());
    wait = started;
    waited = true;
    services.room.enter(started);
    services.report(listener -> listener.waiting(call, latest, decision));
    if (call.isAborted() || services.clients.isClosed(call.client())) {
      started.end(Wait.End.CLOSED);
    }
    // If the client is being closed, its end will end the wait.
    if (call.switchedOff() != null || services.clients.isShutDown(call.client())) {
      started.end(Wait.End.STOPPED); // Switched off or shut down since the decision.
    }
    return started;
  }

  /**
   * Leaves the waiting room and counts how the wait ended.
   *
   * @param how what ended the wait
   * @return false if the body can no longer be sent again, for example because the file has changed
   *     (rule 6.2)
   */
  boolean endWait(Wait ended, Wait.End how) {
    services.room.leave(ended);
    wait = null;
    permit.stopWaiting();
    services.report(listener -> listener.waited(call, nanos() - decidedNanos));
    if (how != Wait.End.ELAPSED && how != Wait.End.HURRIED) {
      // After STOPPED, one last attempt may have to be sent (rule 8.2).
      boolean canRetry = how != Wait.End.STOPPED || call.request().repeatable();
      if (how == Wait.End.STOPPED && canRetry) {
        permit.spend();
      } else {
        permit.giveBack();
      }
      learnPatience(how);
      NoRetryReason switchedOff = call.switchedOff();
      refused(switchedOff == null ? NoRetryReason.CANCELLED : switchedOff);
      return canRetry;
    }
    if (!call.request().repeatable()) {
      permit.giveBack();
      refused(NoRetryReason.BODY);
      return false;
    }
    permit.spend();
    learnPatience(how);
    retries++;
    if (ended.decision().hintNanos() < 0) {
      errorRetries++;
    }
    services.report(listener -> listener.retried(call, ended.decision()));
    return true;
  }

  /**
   * Learns from the end of a wait how patient the callers are (rule 5.7). Closing a body that is
   * being resumed is no impatience.
   */
  private void learnPatience(Wait.End how) {
    if (call.resumesBody()) {
      return;
    }
    long elapsed = nanos() - call.startNanos();
    if (how == Wait.End.ELAPSED || how == Wait.End.HURRIED) {
      limits.patience().endedWell(elapsed);
    } else if (isCancelledByApplication(how)) {
      limits.patience().cancelled(elapsed);
    }
  }

  /** Closing a client ends waits, too, and is no impatience. */
  private boolean isCancelledByApplication(Wait.End how) {
    Object client = call.client();
    return (how == Wait.End.ABANDONED || (how == Wait.End.CLOSED && call.isAborted()))
        && !services.clients.isClosing(client)
        && !services.clients.isClosed(client);
  }

  Wait currentWait() {
    return wait;
  }

  long nanosUntil(Wait pending) {
    return Math.max(0, pending.dueNanos() - nanos());
  }

  private long nanos() {
    return services.clock.nanos();
  }

  // The end of the call.

  /** Keeps a failure after which another attempt follows. */
  void keep(Throwable failure) {
    if (failure instanceof BodyEnded) {
      return; // It stands for an orderly end, and is no exception of the client's.
    }
    if (failures == null) {
      failures = new Failures();
    }
    failures.add(failure);
  }

  /** Attaches the failures of earlier attempts to the one that the application gets (rule 1.2). */
  void finalFailure(Throwable thrown) {
    services.surfaced.add(thrown, call);
    services.remember();
    if (latest != null && !latest.hasFailedWith(thrown)) {
      latest = latest.endedBy(thrown); // An interrupt during the wait, for example.
    }
    if (failures != null) {
      failures.attachTo(thrown);
    }
  }

  /**
   * Suppresses the report of the call's end, because the application no longer takes an outcome.
   */
  void abandoned() {
    reported = true;
  }

  /**
   * Ends the history, because no attempt follows. Reports the end of a call that was retried, or
   * that waited for a retry, once.
   *
   * @param succeeded whether the application gets an outcome that needs no retry
   * @return whether a backoff has counted the call and now has to forget it
   */
  boolean finish(boolean succeeded) {
    drained = null; // The body of the application's response may refer to the call for long.
    Wait left = wait; // An internal fault may have left it there, and what the permit holds.
    try {
      permit.giveBack();
    } finally {
      if (left != null) {
        services.room.leave(left);
      }
    }
    if (waited && !reported) {
      reported = true;
      services.report(listener -> listener.ended(call, latest));
    }
    if (!counted && !call.resumesBody()) {
      counted = true;
      countOutcome(succeeded);
    }
    boolean forgets = countsBackoff;
    countsBackoff = false;
    return forgets;
  }

  private void countOutcome(boolean succeeded) {
    if (!succeeded) {
      reportToOuterRetries();
    }
    if (succeeded ? retries > 0 : retries > 0 || considered) {
      services.report(listener -> listener.settled(call, succeeded));
    }
  }

  /**
   * Remembers a retried call that is surrendered, because a layer above may now repeat it. What the
   * application has cancelled is not surrendered.
   */
  private void reportToOuterRetries() {
    Thread thread = call.beginner();
    Decision last = latest == null ? Decision.RETURN : latest.decision();
    if (thread != null
        && (retries > 0 || outerRetries > 0)
        && last.isRefused()
        && last.noRetryReason() != NoRetryReason.CANCELLED) {
      services.outerRetries.surrendered(
          thread, fingerprint, nanos(), last.hintNanos(), outerRetries);
      services.remember();
    }
  }
}

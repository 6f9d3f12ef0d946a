package io.redial.call;

import io.redial.kernel.BodyFault;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.Exceptions;
import io.redial.kernel.FaultBoundary;
import java.util.concurrent.Future;

/**
 * Drives a non-blocking call through its attempts. A waiting call holds no thread (rule 4.6). Only
 * one attempt is under way at a time, and the fields pass from thread to thread with it.
 */
public final class CallbackDriver<R> extends CallLoop<R, CallbackExecution<R>> {
  private final ClassLoader loader = Threads.contextLoader();

  /** Whether the application has its outcome, or the call was left to the client. */
  private volatile boolean settled;

  /** Whether a waiting call ended with its latest outcome instead of another attempt. */
  private boolean returned;

  public CallbackDriver(Call call, CallbackExecution<R> exchange) {
    super(call, exchange);
  }

  /**
   * Begins the first attempt.
   *
   * @param future the future that the application gets for the call
   * @return that future, or what the client threw at once as a {@link ClientOutcome}; null if
   *     nothing was sent, so that the call is left to the client
   */
  public Object start(Attempt first, Object future) {
    first.returned(future);
    try {
      long nanos = call.isRateLimited() ? StartDelay.nanos(call) : 0;
      if (nanos > 0) {
        Runnable start = () -> asTheCaller(() -> sendHeldBack(first));
        StartDelay.after(nanos, call, start);
      } else {
        exchange.send(first, this);
      }
    } catch (Throwable thrown) {
      if (first.isMade() && thrown != first.failure()) {
        report(thrown);
      } else {
        settled = true;
        finish();
        return thrown == first.failure() ? ClientOutcome.throwing(thrown) : null;
      }
    }
    return future;
  }

  /**
   * Runs work with the caller's context class loader, by which the client and the application find
   * classes.
   */
  private void asTheCaller(Runnable work) {
    Threads.runWith(loader, work, call);
  }

  private void sendHeldBack(Attempt first) {
    Throwable fault = FaultBoundary.thrownBy(() -> sendUnlessAbandoned(first));
    if (fault != null) {
      report(fault);
      failed(first, fault);
    }
  }

  private void sendUnlessAbandoned(Attempt attempt) throws Throwable {
    if (settled) {
      return;
    }
    if (exchange.abandoned()) {
      finish();
      return;
    }
    try {
      exchange.send(attempt, this);
    } catch (Throwable thrown) {
      if (thrown == attempt.failure()) {
        failed(attempt, thrown);
      } else if (!attempt.isMade()) {
        throw thrown;
      } else {
        report(thrown);
      }
    }
  }

  /**
   * Called when an attempt has ended with a response. If the response is given up on, its body has
   * already been read.
   */
  public void completed(Attempt attempt, R response) {
    if (settled) {
      return;
    }
    try {
      if (next(attempt, response, null) == Next.WAIT) {
        pause();
      } else {
        finish();
        exchange.deliver(response);
      }
    } catch (Throwable thrown) {
      settle(attempt, response, null, thrown);
    }
  }

  /** Called when an attempt has ended with a failure. */
  public void failed(Attempt attempt, Throwable thrown) {
    if (!settled) {
      orSettle(() -> afterFailure(attempt, thrown), attempt, null, thrown);
    }
  }

  private void orSettle(FaultBoundary.Step step, Attempt attempt, R response, Throwable failure) {
    Throwable thrown = FaultBoundary.thrownBy(step);
    if (thrown != null) {
      settle(attempt, response, failure, thrown);
    }
  }

  private void afterFailure(Attempt attempt, Throwable thrown) throws Throwable {
    switch (next(attempt, null, thrown)) {
      case WAIT:
        pause();
        break;
      case RETURN_LATEST:
        returnLatest();
        break;
      default:
        fail(attempt, thrown);
    }
  }

  private void fail(Attempt attempt, Throwable thrown) {
    if (lastFailure != thrown) { // Redial could not send the body.
      settle(attempt, null, exchange.wrap(BodyFault.asSeen()), null);
      return;
    }
    call.finalFailure(exchange.unwrap(thrown));
    finish();
    exchange.fail(thrown);
  }

  /**
   * Ends the current wait, if there is one, because the application no longer wants an outcome. No
   * further attempt follows.
   */
  public void abandon() {
    Wait wait = call.currentWait();
    if (wait != null) {
      wait.end(Wait.End.ABANDONED);
    }
  }

  /** Returns whether the call waits for its next attempt. */
  public boolean isWaiting() {
    return call.currentWait() != null;
  }

  private void pause() {
    orReturnLast(this::beginWait);
  }

  /** Hands out the latest outcome if a step between two attempts fails. */
  private void orReturnLast(FaultBoundary.Step step) {
    if (!FaultBoundary.run(call, WHERE, step)) {
      returnLatest();
    }
  }

  private void beginWait() {
    Wait wait = call.history().startWait(lastAttempt.decision());
    Runnable settling = () -> settle(lastAttempt, lastResponse, lastFailure, null);
    Runnable resumption = () -> asTheCaller(() -> orReturnLast(() -> proceed(wait)));
    try {
      exchange.waiting(); // Called before the next attempt can begin, which may be at once.
      Future<?> timeout =
          call.timer()
              .after(call.history().nanosUntil(wait), () -> wait.end(Wait.End.ELAPSED), settling);
      wait.onEnd(
          () -> {
            timeout.cancel(false);
            call.timer().start(resumption, settling);
          },
          settling);
    } catch (Throwable fault) {
      wait.end(Wait.End.STOPPED);
      call.history().endWait(wait, Wait.End.STOPPED);
      throw fault;
    }
    FaultBoundary.run(call, WHERE, this::abandonIfWanted);
  }

  /** From the beginning of a wait on, whoever ends it continues the call. */
  private void abandonIfWanted() {
    if (exchange.abandoned()) {
      abandon();
    }
  }

  private void proceed(Wait wait) throws Throwable {
    boolean canRetry = call.history().endWait(wait, wait.ended());
    if (settled || exchange.abandoned()) {
      call.history().abandoned();
      finish();
      return;
    }
    switch (afterWait(canRetry ? wait.ended() : null)) {
      case RETURN_LATEST:
        returnLatest();
        return;
      case RETURN_IF_KEPT:
        if (returnLast()) {
          return;
        }
        call.makeLast();
        break;
      default:
    }
    Attempt another = exchange.attempt(call);
    if (another == null) {
      returnLatest();
    } else {
      sendUnlessAbandoned(another);
    }
  }

  private void report(Throwable fault) {
    FaultBoundary.report(call, WHERE, fault);
  }

  /**
   * Hands out the latest real outcome by the simplest means.
   *
   * @param thrown an internal fault, or an exception of the application's own code, which is
   *     rethrown; null if nothing was thrown
   */
  public void settle(Attempt attempt, R response, Throwable failure, Throwable thrown) {
    synchronized (this) {
      if (settled) {
        return;
      }
      settled = true;
    }
    if (thrown != null && thrown == exchange.ofApplication()) {
      throw Exceptions.sneakyThrow(thrown);
    }
    if (thrown != null) {
      report(thrown);
    }
    FaultBoundary.run(call, WHERE, this::finish);
    CallHistory past = call.history;
    Throwable original =
        failure == null && response == null && past != null ? past.discardFailure : failure;
    exchange.endAfterFault(attempt, response, original);
  }

  /** Hands out the latest real outcome. Returns false if there is none that is complete. */
  private boolean returnLast() {
    if (lastFailure != null) {
      call.finalFailure(exchange.unwrap(lastFailure));
      finish();
      exchange.failKept(lastFailure);
      return true;
    }
    if (lastResponse != null && exchange.deliverKept(lastAttempt, lastResponse)) {
      finish();
      return true;
    }
    return false;
  }

  /** Hands out the latest real outcome, once, because no further attempt can be made (rule 1.4). */
  private void returnLatest() {
    synchronized (this) {
      if (returned) {
        return; // A wait that failed as it began may still end.
      }
      returned = true;
    }
    orSettle(this::returnLastAnyhow, lastAttempt, lastResponse, lastFailure);
  }

  private void returnLastAnyhow() {
    if (returnLast()) {
      return;
    }
    finish();
    if (lastResponse != null) {
      exchange.deliverIncomplete(lastAttempt, lastResponse);
    } else {
      exchange.fail(call.history().discardFailure);
    }
  }

  /**
   * Ends the call, because no attempt follows. Also called by an exchange that hands out the
   * outcome itself.
   */
  public void finish() {
    FaultBoundary.finish(call, WHERE, call);
    FaultBoundary.finish(call, WHERE, exchange);
  }
}

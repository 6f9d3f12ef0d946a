package io.redial.call;

import io.redial.kernel.BodyFault;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import java.io.IOException;

/**
 * Drives a blocking call through its attempts and waits on the caller's own thread. If the driver
 * itself fails, it returns the last real outcome, or none if nothing was sent (rule 1.4).
 */
public final class BlockingDriver<R> extends CallLoop<R, BlockingExecution<R>> {
  /** The attempt that is made now or next. */
  private Attempt attempt;

  private BlockingDriver(Call call, BlockingExecution<R> exchange, Attempt first) {
    super(call, exchange);
    this.attempt = first;
  }

  /**
   * Makes the call. Throws only if the driver cannot be made, so that nothing was sent.
   *
   * @param first the prepared first attempt; one that was made already is not held back
   * @return what the client's method is to return, or to throw: the client's own exception, with
   *     the failures of earlier attempts attached (rule 1.2). Null if nothing was sent, so that the
   *     call is left to the client
   */
  public static <R> ClientOutcome run(Call call, BlockingExecution<R> exchange, Attempt first) {
    BlockingDriver<R> driver = new BlockingDriver<R>(call, exchange, first);
    ClientOutcome answer;
    try {
      answer = driver.drive();
    } catch (Throwable fault) {
      FaultBoundary.report(call, WHERE, fault);
      answer = driver.answerAfter(fault);
    }
    FaultBoundary.finish(call, WHERE, call);
    FaultBoundary.finish(call, WHERE, exchange);
    return answer;
  }

  private ClientOutcome drive() throws Throwable {
    try {
      if (call.isRateLimited() && !attempt.isMade()) {
        StartDelay.await(call);
      }
    } catch (InterruptedException e) {
      return ClientOutcome.throwing(exchange.interrupted(e));
    }
    Next next = send();
    while (next == Next.WAIT) {
      try {
        next = afterWait(call.history().pause(attempt.decision()));
      } catch (InterruptedException e) {
        return ClientOutcome.throwing(call.finalFailure(exchange.interrupted(e)));
      }
      if (next == Next.RETURN_LATEST) {
        return latestAnyhow();
      }
      if (next == Next.RETURN_IF_KEPT) {
        ClientOutcome kept = latest();
        if (kept != null) {
          return kept;
        }
        call.makeLast();
      }
      Attempt another = exchange.attempt(call);
      if (another == null) {
        return latestAnyhow();
      }
      attempt = another;
      next = send();
    }
    if (lastFailure != null) {
      return ClientOutcome.throwing(call.finalFailure(lastFailure));
    }
    // The attempt is its own answer unless a response was restored after a redirect (rule 2.11).
    return attempt.failure() == null && attempt.response() == lastResponse
        ? attempt
        : ClientOutcome.returning(lastResponse);
  }

  /** Makes one attempt, and returns what follows from it. */
  @SuppressWarnings("unchecked") // The response comes from the exchange's client.
  private Next send() throws Throwable {
    R received;
    Throwable failure = null;
    try {
      received = exchange.send(attempt);
      lastResponse = received; // Kept at once, whatever fails from now on.
      lastFailure = null;
      lastAttempt = attempt;
    } catch (Throwable thrown) {
      received = (R) attempt.response();
      failure = attempt.failure();
      if (failure == null && (received == null || (attempt.givenUp() && attempt.isUnread()))) {
        throw thrown; // The application gets an unread response, which holds a connection.
      }
      if (thrown != failure && !isBroken(attempt, failure)) {
        FaultBoundary.report(call, WHERE, thrown);
      }
    }
    Next next = next(attempt, received, failure);
    if (next == Next.RETURN_LATEST) {
      throw failure; // The outcome of the attempt before stands.
    }
    return next;
  }

  /** Returns the failure, or the complete given-up response; null if not all of that was kept. */
  private ClientOutcome latest() throws Throwable {
    if (lastFailure != null) {
      return ClientOutcome.throwing(call.finalFailure(lastFailure));
    }
    return lastResponse == null ? null : restored(lastAttempt, lastResponse, false);
  }

  /** Returns the latest outcome, because no further attempt can be made. */
  private ClientOutcome latestAnyhow() throws Throwable {
    ClientOutcome kept = latest();
    if (kept != null) {
      return kept;
    }
    return lastResponse == null
        ? ClientOutcome.throwing(call.history().discardFailure)
        : restored(lastAttempt, lastResponse, true);
  }

  /**
   * Returns a given-up response, or the client's exception if the application's code fails on it;
   * null if not all of the response was kept.
   *
   * @param anyhow whether to return the response even if it is incomplete
   */
  private ClientOutcome restored(Attempt last, R response, boolean anyhow) throws Throwable {
    try {
      R kept =
          anyhow ? exchange.restoreIncomplete(last, response) : exchange.restore(last, response);
      return kept == null ? null : ClientOutcome.returning(kept);
    } catch (Throwable thrown) {
      if (thrown == last.failure()) {
        return ClientOutcome.throwing(thrown);
      }
      throw thrown;
    }
  }

  /**
   * Returns the latest real outcome after an internal fault. If there is none, returns the fault
   * itself if an attempt was made, or null if nothing was sent.
   */
  private ClientOutcome answerAfter(Throwable fault) {
    if (!attempt.isMade() && lastAttempt == null) {
      return null;
    }
    ClientOutcome latest = FaultBoundary.ask(call, WHERE, () -> latestAfter(fault), null);
    if (latest != null) {
      return latest;
    }
    Throwable original = attempt.failure();
    return original == null && attempt.response() != null && !attempt.givenUp()
        ? ClientOutcome.returning(attempt.response())
        : ClientOutcome.throwing(original != null ? original : fault);
  }

  @SuppressWarnings("unchecked") // The response comes from the exchange's client.
  private ClientOutcome latestAfter(Throwable fault) {
    Attempt last = lastAttempt;
    R response = lastResponse;
    Throwable failure = lastFailure;
    boolean broken =
        FaultBoundary.ask(call, WHERE, () -> isBroken(attempt, attempt.failure()), false);
    if (last != attempt && !broken && (attempt.response() != null || attempt.failure() != null)) {
      last = attempt;
      response = (R) attempt.response();
      failure = attempt.failure();
    }
    if (last == null) {
      return ClientOutcome.throwing(broken ? BodyFault.asSeen() : fault);
    }
    if (failure != null) {
      return ClientOutcome.throwing(failure);
    }
    CallHistory past = call.history;
    if (response == null && past != null && past.discardFailure != null) {
      return ClientOutcome.throwing(past.discardFailure);
    }
    return response != null && last.givenUp()
        ? restoredAfterFault(last, response)
        : ClientOutcome.returning(response);
  }

  private ClientOutcome restoredAfterFault(Attempt last, R response) {
    ClientOutcome kept =
        FaultBoundary.ask(call, WHERE, () -> restored(last, response, false), null);
    if (kept == null) {
      kept = FaultBoundary.ask(call, WHERE, () -> restored(last, response, true), null);
    }
    return kept != null
        ? kept
        : ClientOutcome.throwing(new IOException("the rest of the response was discarded"));
  }
}

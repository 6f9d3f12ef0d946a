package io.redial.call;

import io.redial.call.CallLoop.Next;
import io.redial.kernel.BodyFault;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import java.io.IOException;

/**
 * Drives a blocking call through its attempts and waits on the caller's own thread. If the driver
 * itself fails, it returns the last real outcome, or none if nothing was sent (rule 1.4).
 */
public final class BlockingDriver<R> {
  /** What a fault is logged with. */
  private static final String WHERE = "call";

  private final Call call;
  private final BlockingExecution<R> exchange;
  private final CallLoop<R> loop;

  /** The attempt that is made now or next. */
  private Attempt attempt;

  private BlockingDriver(Call call, BlockingExecution<R> exchange, Attempt first) {
    this.call = call;
    this.exchange = exchange;
    this.attempt = first;
    this.loop = new CallLoop<>(call, exchange);
  }

  /**
   * Makes the call. Throws only if the driver cannot be made, so that nothing was sent.
   *
   * @param first the prepared first attempt; one that was made already is not held back
   * @return an array of what the client's method is to return, or of null and what it is to throw:
   *     the client's own exception, with the failures of earlier attempts attached (rule 1.2). Null
   *     if nothing was sent, so that the call is left to the client
   */
  public static <R> Object[] run(Call call, BlockingExecution<R> exchange, Attempt first) {
    BlockingDriver<R> driver = new BlockingDriver<R>(call, exchange, first);
    Object[] answer;
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

  private Object[] drive() throws Throwable {
    call.blocks(Thread.currentThread());
    try {
      if (!attempt.isMade()) {
        StartDelay.await(call);
      }
    } catch (InterruptedException e) {
      return ClientOutcome.throwing(exchange.interrupted(e));
    }
    Next next = send();
    while (next == Next.WAIT) {
      try {
        next = loop.afterWait(call.history().pause(attempt.decision()));
      } catch (InterruptedException e) {
        return ClientOutcome.throwing(call.finalFailure(exchange.interrupted(e)));
      }
      if (next == Next.RETURN_LATEST) {
        return latestAnyhow();
      }
      if (next == Next.RETURN_IF_KEPT) {
        Object[] kept = latest();
        if (kept != null) {
          return kept;
        }
        call.makeLast();
      }
      attempt = exchange.attempt(call);
      next = send();
    }
    return loop.failure != null
        ? ClientOutcome.throwing(call.finalFailure(loop.failure))
        : ClientOutcome.returning(loop.response);
  }

  /** Makes one attempt, and returns what follows from it. */
  @SuppressWarnings("unchecked") // The response comes from the exchange's client.
  private Next send() throws Throwable {
    R received;
    Throwable failure = null;
    try {
      received = exchange.send(attempt);
      loop.response = received; // Kept at once, whatever fails from now on.
      loop.failure = null;
      loop.attempt = attempt;
    } catch (Throwable thrown) {
      received = (R) attempt.response();
      failure = attempt.failure();
      if (failure == null && (received == null || (attempt.givenUp() && attempt.isUnread()))) {
        throw thrown; // The application gets an unread response, which holds a connection.
      }
      if (thrown != failure && !CallLoop.isBroken(attempt, failure)) {
        FaultBoundary.report(call, WHERE, thrown);
      }
    }
    Next next = loop.next(attempt, received, failure);
    if (next == Next.RETURN_LATEST) {
      throw failure; // The outcome of the attempt before stands.
    }
    return next;
  }

  /** Returns the failure, or the complete given-up response; null if not all of that was kept. */
  private Object[] latest() throws Throwable {
    if (loop.failure != null) {
      return ClientOutcome.throwing(call.finalFailure(loop.failure));
    }
    return loop.response == null ? null : restored(loop.attempt, loop.response, false);
  }

  /** Returns the latest outcome, because no further attempt can be made. */
  private Object[] latestAnyhow() throws Throwable {
    Object[] kept = latest();
    if (kept != null) {
      return kept;
    }
    return loop.response == null
        ? ClientOutcome.throwing(loop.discarding)
        : restored(loop.attempt, loop.response, true);
  }

  /**
   * Returns a given-up response, or the client's exception if the application's code fails on it;
   * null if not all of the response was kept.
   *
   * @param anyhow whether to return the response even if it is incomplete
   */
  private Object[] restored(Attempt last, R response, boolean anyhow) throws Throwable {
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
  private Object[] answerAfter(Throwable fault) {
    if (!attempt.isMade() && loop.attempt == null) {
      return null;
    }
    Object[] latest = FaultBoundary.ask(call, WHERE, () -> latestAfter(fault), null);
    if (latest != null) {
      return latest;
    }
    Throwable original = attempt.failure();
    return original == null && attempt.response() != null && !attempt.givenUp()
        ? ClientOutcome.returning(attempt.response())
        : ClientOutcome.throwing(original != null ? original : fault);
  }

  @SuppressWarnings("unchecked") // The response comes from the exchange's client.
  private Object[] latestAfter(Throwable fault) {
    Attempt last = loop.attempt;
    R response = loop.response;
    Throwable failure = loop.failure;
    boolean broken =
        FaultBoundary.ask(call, WHERE, () -> CallLoop.isBroken(attempt, attempt.failure()), false);
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
    if (response == null && loop.discarding != null) {
      return ClientOutcome.throwing(loop.discarding);
    }
    return response != null && last.givenUp()
        ? restoredAfterFault(last, response)
        : ClientOutcome.returning(response);
  }

  private Object[] restoredAfterFault(Attempt last, R response) {
    Object[] kept = FaultBoundary.ask(call, WHERE, () -> restored(last, response, false), null);
    if (kept == null) {
      kept = FaultBoundary.ask(call, WHERE, () -> restored(last, response, true), null);
    }
    return kept != null
        ? kept
        : ClientOutcome.throwing(new IOException("the rest of the response was discarded"));
  }
}

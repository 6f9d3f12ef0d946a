package io.redial.call;

import io.redial.call.body.BodyFault;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import java.io.IOException;

/**
 * Drives a blocking call through its attempts and waits on the caller's own thread. If the driver
 * itself fails, it returns the last real outcome, or none if nothing was sent (rule 1.4).
 */
public final class SyncDriver<R> {
  private final Call call;
  private final SyncExchange<R> exchange;

  /** The attempt that is made now or next. */
  private Attempt attempt;

  /** The attempt that the outcome below belongs to; null before there is one. */
  private Attempt last;

  private R response;
  private Throwable failure;
  private Throwable discarding;

  private SyncDriver(Call call, SyncExchange<R> exchange, Attempt first) {
    this.call = call;
    this.exchange = exchange;
    this.attempt = first;
  }

  /**
   * Makes the call. Never throws.
   *
   * @param first the prepared first attempt; one that was made already is not held back
   * @return an array of what the client's method is to return, or of null and what it is to throw:
   *     the client's own exception, with the failures of earlier attempts attached (rule 1.2). Null
   *     if nothing was sent, so that the call is left to the client
   */
  public static <R> Object[] run(Call call, SyncExchange<R> exchange, Attempt first) {
    Object[] answer;
    SyncDriver<R> driver = null;
    try {
      driver = new SyncDriver<R>(call, exchange, first);
      answer = driver.drive();
    } catch (Throwable fault) {
      tell(call, fault);
      answer = driver == null ? null : driver.answerAfter(fault);
    }
    try {
      call.finish();
    } catch (Throwable fault) {
      tell(call, fault);
    }
    try {
      exchange.finish();
    } catch (Throwable fault) { // A fault of the application's body, for example.
      tell(call, fault);
    }
    return answer;
  }

  private static void tell(Call call, Throwable fault) {
    try {
      call.fault("call", fault);
    } catch (Throwable ignored) {
      // The call continues without the log line.
    }
  }

  private Object[] drive() throws Throwable {
    call.blocks(Thread.currentThread());
    try {
      if (!attempt.made) {
        holdBack();
      }
    } catch (InterruptedException e) {
      return threw(exchange.interrupted(e));
    }
    while (makeAttempt()) {
      Wait.End end;
      try {
        end = call.history().pause(attempt.decision());
      } catch (InterruptedException e) {
        return threw(call.finalFailure(exchange.interrupted(e)));
      }
      if (end == null) {
        return surrender();
      }
      if (end == Wait.End.STOPPED) {
        Object[] kept = lastOutcome();
        if (kept != null) {
          return kept;
        }
      }
      if (end == Wait.End.STOPPED || end == Wait.End.CLOSED) {
        call.makeLast();
      }
      attempt = exchange.attempt(call);
    }
    return failure != null ? threw(call.finalFailure(failure)) : returned(response);
  }

  private static Object[] returned(Object response) {
    return new Object[] {response};
  }

  private static Object[] threw(Throwable thrown) {
    return new Object[] {null, thrown};
  }

  private void holdBack() throws InterruptedException {
    long left = call.firstThrottleNanos();
    while (left > 0 && call.holdsBack()) {
      call.timer().sleep(Math.min(left, Call.LOOK_NANOS));
      left -= Call.LOOK_NANOS;
    }
  }

  /** Makes one attempt. Returns whether another one is to follow. */
  private boolean makeAttempt() throws Throwable {
    try {
      R received = exchange.send(attempt);
      response = received;
      failure = null;
      last = attempt;
    } catch (Throwable thrown) {
      if (isBroken()) {
        if (last != null) {
          throw thrown; // The outcome of the attempt before stands.
        }
        attempt.failure = BodyFault.asSeen();
        takeOutcome();
        return false;
      }
      if (!takeOutcome()) {
        throw thrown;
      }
      if (thrown != failure) {
        tell(call, thrown);
      }
    }
    if (failure == null) {
      return attempt.givenUp();
    }
    return attempt.givenUp() ? discardingFailed() : isRetried();
  }

  /** Returns whether the attempt has no outcome because Redial itself could not send its body. */
  private boolean isBroken() {
    return attempt.failure != null && !attempt.givenUp && BodyFault.isIn(attempt.failure);
  }

  /**
   * Takes over the outcome of the attempt under way as the last one. Returns false if it has none.
   */
  @SuppressWarnings("unchecked") // The response comes from the exchange's client.
  private boolean takeOutcome() {
    if (attempt.response == null && attempt.failure == null) {
      return false;
    }
    response = (R) attempt.response;
    failure = attempt.failure;
    last = attempt;
    return true;
  }

  private boolean discardingFailed() {
    if (failure instanceof InterruptedException) {
      call.history().cancelled(); // Not a failure of the body but the caller's wish (rule 5.4).
      return false;
    }
    discarding = failure;
    failure = null;
    return true; // A failure while the body is discarded is ignored (rule 2.2).
  }

  /**
   * Returns whether a retry follows the failure. This is the decision made here and not the
   * attempt's latest one, because after an interrupt the head can still arrive on one of the
   * client's threads. If anything fails here, even loading a class, the application gets the
   * client's failure.
   */
  private boolean isRetried() {
    try {
      Failure kind = classify();
      Decision made = attempt.failed(failure, kind, exchange.redirected(attempt));
      if (made.retries()) {
        call.history().keep(failure);
      }
      return made.retries();
    } catch (Throwable fault) {
      tell(call, fault);
      return false;
    }
  }

  private Failure classify() {
    try {
      return exchange.classify(attempt, failure);
    } catch (Throwable fault) {
      tell(call, fault);
      return Failure.OTHER;
    }
  }

  /** Returns the failure, or the complete given-up response; null if not all of that was kept. */
  private Object[] lastOutcome() throws Throwable {
    if (failure != null) {
      return threw(call.finalFailure(failure));
    }
    return response == null ? null : restored(false);
  }

  /**
   * Returns the given-up response, or the client's exception if the application's code fails on it;
   * null if not all of the response was kept.
   *
   * @param anyhow whether to return the response even if it is incomplete
   */
  private Object[] restored(boolean anyhow) throws Throwable {
    try {
      R kept =
          anyhow ? exchange.restoreIncomplete(last, response) : exchange.restore(last, response);
      return kept == null ? null : new Object[] {kept};
    } catch (Throwable thrown) {
      if (thrown == last.failure) {
        return new Object[] {null, thrown};
      }
      throw thrown;
    }
  }

  /** Returns the last real outcome, because no further attempt can be made. */
  private Object[] surrender() throws Throwable {
    Object[] kept = lastOutcome();
    if (kept != null) {
      return kept;
    }
    return response == null ? threw(discarding) : restored(true);
  }

  private Object[] answerAfter(Throwable fault) {
    try {
      return lastOutcomeAfter(fault);
    } catch (Throwable another) {
      if (!attempt.made) {
        return null;
      }
      Throwable original = attempt.failure;
      return original == null && attempt.response != null && !attempt.givenUp
          ? new Object[] {attempt.response}
          : new Object[] {null, original != null ? original : fault};
    }
  }

  /**
   * Returns the last real outcome after an internal fault. If there is none, returns the fault
   * itself if an attempt was made, or null if nothing was sent.
   */
  private Object[] lastOutcomeAfter(Throwable fault) {
    boolean broken = isBroken();
    if (last != attempt && !broken) {
      takeOutcome();
    }
    if (last == null) {
      Throwable shown = broken ? new IOException("the request's body could not be sent") : fault;
      return attempt.made ? new Object[] {null, shown} : null;
    }
    if (failure != null) {
      return new Object[] {null, failure};
    }
    if (response == null && discarding != null) {
      return new Object[] {null, discarding};
    }
    return response != null && last.givenUp ? restoredAfterFault() : new Object[] {response};
  }

  private Object[] restoredAfterFault() {
    for (boolean anyhow = false; ; anyhow = true) {
      try {
        Object[] kept = restored(anyhow);
        if (kept != null) {
          return kept;
        }
      } catch (Throwable fault) {
        tell(call, fault);
      }
      if (anyhow) {
        return new Object[] {null, new IOException("the rest of the response was discarded")};
      }
    }
  }
}

package io.redial.call;

import io.redial.call.CallLoop.Next;
import java.io.IOException;

/**
 * Drives a blocking call through its attempts and waits on the caller's own thread. If the driver
 * itself fails, it returns the last real outcome, or none if nothing was sent (rule 1.4).
 */
public final class BlockingDriver<R> {
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
   * Makes the call. Never throws.
   *
   * @param first the prepared first attempt; one that was made already is not held back
   * @return an array of what the client's method is to return, or of null and what it is to throw:
   *     the client's own exception, with the failures of earlier attempts attached (rule 1.2). Null
   *     if nothing was sent, so that the call is left to the client
   */
  public static <R> Object[] run(Call call, BlockingExecution<R> exchange, Attempt first) {
    Object[] answer;
    BlockingDriver<R> driver = null;
    try {
      driver = new BlockingDriver<R>(call, exchange, first);
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
        StartDelay.await(call);
      }
    } catch (InterruptedException e) {
      return threw(exchange.interrupted(e));
    }
    Next next = send();
    while (next == Next.WAIT) {
      try {
        next = loop.afterWait(call.history().pause(attempt.decision()));
      } catch (InterruptedException e) {
        return threw(call.finalFailure(exchange.interrupted(e)));
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
    return loop.failure != null ? threw(call.finalFailure(loop.failure)) : returned(loop.response);
  }

  private static Object[] returned(Object response) {
    return new Object[] {response};
  }

  private static Object[] threw(Throwable thrown) {
    return new Object[] {null, thrown};
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
      received = (R) attempt.response;
      failure = attempt.failure;
      if (received == null && failure == null) {
        throw thrown;
      }
      if (thrown != failure && !CallLoop.isBroken(attempt, failure)) {
        tell(call, thrown);
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
      return threw(call.finalFailure(loop.failure));
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
        ? threw(loop.discarding)
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
      return kept == null ? null : new Object[] {kept};
    } catch (Throwable thrown) {
      if (thrown == last.failure) {
        return new Object[] {null, thrown};
      }
      throw thrown;
    }
  }

  private Object[] answerAfter(Throwable fault) {
    try {
      return latestAfter(fault);
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
   * Returns the latest real outcome after an internal fault, which may be one of the loop's. If
   * there is none, returns the fault itself if an attempt was made, or null if nothing was sent.
   */
  @SuppressWarnings("unchecked") // The response comes from the exchange's client.
  private Object[] latestAfter(Throwable fault) {
    Attempt last = loop.attempt;
    R response = loop.response;
    Throwable failure = loop.failure;
    boolean broken = isBodyBroken();
    if (last != attempt && !broken && (attempt.response != null || attempt.failure != null)) {
      last = attempt;
      response = (R) attempt.response;
      failure = attempt.failure;
    }
    if (last == null) {
      Throwable shown = broken ? new IOException("the request's body could not be sent") : fault;
      return attempt.made ? new Object[] {null, shown} : null;
    }
    if (failure != null) {
      return new Object[] {null, failure};
    }
    if (response == null && loop.discarding != null) {
      return new Object[] {null, loop.discarding};
    }
    return response != null && last.givenUp
        ? restoredAfterFault(last, response)
        : new Object[] {response};
  }

  private boolean isBodyBroken() {
    try {
      return CallLoop.isBroken(attempt, attempt.failure);
    } catch (Throwable another) {
      return false;
    }
  }

  private Object[] restoredAfterFault(Attempt last, R response) {
    for (boolean anyhow = false; ; anyhow = true) {
      try {
        Object[] kept = restored(last, response, anyhow);
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

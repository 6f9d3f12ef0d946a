package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.Failure;
import java.util.concurrent.TimeUnit;

/** Drives a blocking call through its attempts and waits on the caller's own thread. */
public final class SyncDriver<R> {
  private final Call call;
  private final SyncExchange<R> exchange;

  private Attempt attempt;
  private R response;
  private Throwable failure;
  private Throwable discarding;

  private SyncDriver(Call call, SyncExchange<R> exchange) {
    this.call = call;
    this.exchange = exchange;
  }

  /**
   * Makes the call.
   *
   * @param first the prepared first attempt
   * @throws Throwable the client's own exception, failures of earlier attempts attached (rule 1.2)
   */
  public static <R> R run(Call call, SyncExchange<R> exchange, Attempt first) throws Throwable {
    return new SyncDriver<R>(call, exchange).run(first);
  }

  private R run(Attempt first) throws Throwable {
    try {
      call.blocks(Thread.currentThread());
      attempt = first;
      holdBack();
      while (true) {
        if (!attempt()) {
          return outcome();
        }
        Wait.End end = pause();
        if (end == Wait.End.STOPPED) {
          R kept = lastOutcome();
          if (kept != null) {
            return kept;
          }
        }
        if (end == null) {
          return surrender();
        }
        if (end == Wait.End.STOPPED || end == Wait.End.CLOSED) {
          call.makeLast();
        }
        if (!next()) {
          return surrender();
        }
      }
    } finally {
      call.over();
      letGo();
    }
  }

  private void letGo() {
    try {
      exchange.over();
    } catch (Throwable fault) { // Of the application's body, for example.
      call.fault("release", fault);
    }
  }

  private void holdBack() throws Throwable {
    long left = call.firstThrottleNanos();
    while (left > 0 && call.holdsBack()) {
      try {
        TimeUnit.NANOSECONDS.sleep(Math.min(left, Call.LOOK_NANOS));
      } catch (InterruptedException e) {
        throw exchange.interrupted(e);
      }
      left -= Call.LOOK_NANOS;
    }
  }

  /** Makes one attempt; whether another one is to follow. */
  private boolean attempt() throws Throwable {
    response = null;
    failure = null;
    try {
      response = exchange.send(attempt);
    } catch (Throwable thrown) {
      return attempt.givenUp() ? discardingFailed(thrown) : failed(thrown);
    }
    return attempt.givenUp();
  }

  private boolean discardingFailed(Throwable thrown) {
    if (thrown instanceof InterruptedException) {
      failure = thrown;
      call.history().cancelled(); // Not a failure of the body but the caller's wish (rule 5.4).
      return false;
    }
    discarding = thrown;
    return true; // A failure while the body is discarded is ignored (rule 2.2).
  }

  /**
   * By this decision: after an interrupt the head can still come, on a thread of the client's.
   * Whatever fails here, a class that cannot be loaded included, the client's failure comes out.
   */
  private boolean failed(Throwable thrown) {
    failure = thrown;
    try {
      Decision made = attempt.failed(thrown, classify(thrown), exchange.redirected(attempt));
      if (made.retries()) {
        call.history().keep(thrown);
      }
      return made.retries();
    } catch (Throwable fault) {
      call.fault("decision", fault);
      return false;
    }
  }

  private Failure classify(Throwable thrown) {
    try {
      return exchange.classify(attempt, thrown);
    } catch (Throwable fault) {
      call.fault("classification", fault);
      return Failure.OTHER;
    }
  }

  private R outcome() throws Throwable {
    if (failure != null) {
      throw call.finalFailure(failure);
    }
    return response;
  }

  /** What ended the wait; null if Redial itself failed, or the body is lost meanwhile. */
  private Wait.End pause() throws Throwable {
    try {
      return call.history().pause(attempt);
    } catch (InterruptedException e) {
      throw call.finalFailure(exchange.interrupted(e));
    } catch (Throwable fault) {
      call.fault("wait", fault);
      return null;
    }
  }

  private boolean next() {
    try {
      attempt = exchange.attempt(call);
      return true;
    } catch (Throwable fault) {
      call.fault("attempt", fault);
      return false;
    }
  }

  /** No attempt can be made after all: the last real outcome (rule 1.4). */
  private R surrender() throws Throwable {
    R kept = lastOutcome();
    if (kept == null && response == null) {
      throw discarding;
    }
    return kept != null ? kept : exchange.restoreIncomplete(attempt, response);
  }

  /** The failure, or the given-up response complete; null if not all of it was kept. */
  private R lastOutcome() throws Throwable {
    if (failure != null) {
      throw call.finalFailure(failure);
    }
    return response == null ? null : exchange.restore(attempt, response);
  }
}

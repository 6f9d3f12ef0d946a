package io.redial.call;

import io.redial.call.body.BodyFault;
import io.redial.policy.Failure;
import java.util.concurrent.Future;

/**
 * Drives a non-blocking call through its attempts. A waiting call holds no thread (rule 4.6). Only
 * one attempt is under way at a time, and the fields pass from thread to thread with it.
 */
public final class AsyncDriver<R> extends AsyncOutcome<R> {
  private final ClassLoader loader = Threads.contextLoader();

  /** The attempt before the one under way, and its outcome; null before there is one. */
  private Attempt last;

  private R lastResponse;
  private Throwable lastFailure;

  public AsyncDriver(Call call, AsyncExchange<R> exchange) {
    super(call, exchange);
  }

  /**
   * Begins the first attempt.
   *
   * @param future the future that the application gets for the call
   * @return an array of that future, or of null and what the client threw at once; null if nothing
   *     was sent, so that the call is left to the client
   */
  public Object[] start(Attempt first, Object future) {
    try {
      long nanos = call.firstThrottleNanos();
      if (nanos > 0) {
        ThrottledLaunch.after(nanos, call, () -> asTheCaller(() -> sendHeldBack(first)));
      } else {
        exchange.send(first, this);
      }
    } catch (Throwable thrown) {
      if (first.made && thrown != first.failure) {
        tell(thrown);
      } else {
        settled = true;
        finishAfterFault();
        return thrown == first.failure ? new Object[] {null, thrown} : null;
      }
    }
    return new Object[] {future};
  }

  /**
   * Runs work with the caller's context class loader, by which the client and the application find
   * classes.
   */
  private void asTheCaller(Runnable work) {
    Threads.runWith(loader, work, this::tell);
  }

  private void sendHeldBack(Attempt first) {
    try {
      sendUnlessAbandoned(first);
    } catch (Throwable fault) {
      tell(fault);
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
      if (thrown == attempt.failure) {
        failed(attempt, thrown);
      } else if (!attempt.made) {
        throw thrown;
      } else {
        tell(thrown);
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
      if (attempt.givenUp()) {
        pause(attempt, response, null);
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
    if (settled) {
      return;
    }
    try {
      if (attempt.givenUp()) {
        discarding = thrown;
        pause(attempt, null, null); // A failure while the body is discarded is ignored (rule 2.2).
        return;
      }
      if (BodyFault.isIn(thrown)) {
        bodyBroke(attempt);
        return;
      }
      Throwable cause = exchange.unwrap(thrown);
      if (isRetried(attempt, cause)) {
        pause(attempt, null, thrown);
        return;
      }
      call.finalFailure(cause);
      finish();
      exchange.fail(thrown);
    } catch (Throwable another) {
      settle(attempt, null, thrown, another);
    }
  }

  /**
   * Ends the call with the outcome of the attempt before, because Redial itself could not send the
   * body and so this attempt has no outcome. If it was the first attempt, the application gets a
   * plain {@code IOException}.
   */
  private void bodyBroke(Attempt attempt) {
    if (last != null) {
      surrenderAfterFault(last, lastResponse, lastFailure);
    } else {
      settle(attempt, null, exchange.wrap(BodyFault.asSeen()), null);
    }
  }

  /**
   * Returns whether a retry follows the failure. If anything fails here, even loading a class, the
   * application gets the client's failure.
   */
  private boolean isRetried(Attempt attempt, Throwable cause) {
    try {
      Failure kind = classify(attempt, cause);
      if (!attempt.failed(cause, kind, exchange.redirected(attempt)).retries()) {
        return false;
      }
      call.history().keep(cause);
      return true;
    } catch (Throwable fault) {
      call.fault("decision", fault);
      return false;
    }
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

  private Failure classify(Attempt attempt, Throwable thrown) {
    try {
      return exchange.classify(attempt, thrown);
    } catch (Throwable fault) {
      call.fault("classification", fault);
      return Failure.OTHER;
    }
  }

  private void pause(Attempt attempt, R response, Throwable failure) {
    try {
      beginWait(attempt, response, failure);
    } catch (Throwable fault) {
      tell(fault);
      surrenderAfterFault(attempt, response, failure);
    }
  }

  private void beginWait(Attempt attempt, R response, Throwable failure) {
    Wait wait = call.history().startWait(attempt.decision());
    Runnable surrender = () -> settle(attempt, response, failure, null);
    Runnable resumption = () -> asTheCaller(() -> resume(wait, attempt, response, failure));
    try {
      exchange.waiting(); // Called before the next attempt can begin, which may be at once.
      Future<?> timeout =
          call.timer()
              .after(call.history().nanosUntil(wait), () -> wait.end(Wait.End.ELAPSED), surrender);
      wait.onEnd(
          () -> {
            timeout.cancel(false);
            call.timer().start(resumption, surrender);
          },
          surrender);
    } catch (Throwable fault) {
      wait.end(Wait.End.STOPPED);
      call.history().endWait(wait, Wait.End.STOPPED);
      throw fault;
    }
    try { // From now on, whoever ends the wait continues the call.
      if (exchange.abandoned()) {
        abandon();
      }
    } catch (Throwable fault) {
      tell(fault);
    }
  }

  private void resume(Wait wait, Attempt attempt, R response, Throwable failure) {
    try {
      proceed(wait, attempt, response, failure);
    } catch (Throwable fault) {
      tell(fault);
      surrenderAfterFault(attempt, response, failure);
    }
  }

  private void proceed(Wait wait, Attempt attempt, R response, Throwable failure) {
    boolean goesOn = call.history().endWait(wait, wait.ended());
    if (settled || exchange.abandoned()) {
      call.history().abandoned();
      finish();
      return;
    }
    if (!goesOn) {
      surrenderAfterFault(attempt, response, failure);
      return;
    }
    switch (wait.ended()) {
      case STOPPED:
        if (surrender(attempt, response, failure)) {
          return;
        }
        call.makeLast();
        break;
      case CLOSED:
        call.makeLast();
        break;
      default:
    }
    next(attempt, response, failure);
  }

  private void next(Attempt before, R response, Throwable failure) {
    last = before;
    lastResponse = response;
    lastFailure = failure;
    try {
      sendUnlessAbandoned(exchange.attempt(call));
    } catch (Throwable fault) {
      tell(fault);
      surrenderAfterFault(before, response, failure);
    }
  }
}

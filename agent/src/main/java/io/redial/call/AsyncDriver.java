package io.redial.call;

import io.redial.policy.Failure;
import java.util.concurrent.Future;

/**
 * Drives a non-blocking call through its attempts; while it waits, no thread is held (rule 4.6).
 * One attempt is under way at a time, so that fields are handed from thread to thread with it.
 */
public final class AsyncDriver<R> {
  private final Call call;
  private final AsyncExchange<R> exchange;
  private final ClassLoader loader = Threads.contextLoader();
  private Throwable discarding;

  /** The attempt before the one under way, and what came of it. */
  private Attempt last;

  private R lastResponse;
  private Throwable lastFailure;

  /** Whether the application has its outcome, or the client the call. */
  private volatile boolean settled;

  /** Whether a call that waited was given its outcome instead of an attempt. */
  private boolean surrendered;

  public AsyncDriver(Call call, AsyncExchange<R> exchange) {
    this.call = call;
    this.exchange = exchange;
  }

  /**
   * Begins the first attempt.
   *
   * @param future what the application is to have of the call
   * @return the answer for the client's method: that future, or null and what the client throws at
   *     once; null if nothing was sent, so that the call is left to the client
   */
  public Object[] start(Attempt first, Object future) {
    try {
      long nanos = call.firstThrottleNanos();
      if (nanos > 0) {
        holdBack(first, nanos);
      } else {
        exchange.send(first, this);
      }
    } catch (Throwable thrown) {
      if (first.made && thrown != first.failure) {
        tell(thrown);
      } else {
        settled = true;
        finishAnyhow();
        return thrown == first.failure ? new Object[] {null, thrown} : null;
      }
    }
    return new Object[] {future};
  }

  private void tell(Throwable fault) {
    try {
      call.fault("call", fault);
    } catch (Throwable ignored) {
      // The call goes on without saying it.
    }
  }

  private void finishAnyhow() {
    try {
      call.over();
    } catch (Throwable fault) {
      tell(fault);
    }
    try {
      exchange.over();
    } catch (Throwable fault) {
      tell(fault);
    }
  }

  private void holdBack(Attempt first, long nanos) {
    HeldBack held = call.holdBack(() -> asTheCaller(() -> sendHeldBack(first)));
    look(held, nanos);
  }

  private void look(HeldBack held, long left) {
    if (held.hasGone()) {
      return;
    }
    Runnable go = () -> call.letGo(held);
    if (left > Call.LOOK_NANOS && call.holdsBack()) {
      call.timer().run(Call.LOOK_NANOS, () -> look(held, left - Call.LOOK_NANOS), go);
    } else {
      call.timer().run(call.holdsBack() ? left : 0, go, held::go);
    }
  }

  /** What the client runs on the thread that sends finds its classes as on the caller's thread. */
  private void asTheCaller(Runnable work) {
    ClassLoader own = null;
    boolean changed = false;
    try {
      own = Threads.contextLoader();
      Threads.setContextLoader(loader);
      changed = true;
    } catch (Throwable fault) {
      tell(fault);
    }
    try {
      work.run();
    } finally {
      if (changed) {
        try {
          Threads.setContextLoader(own);
        } catch (Throwable fault) {
          tell(fault);
        }
      }
    }
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

  /** The attempt ended with a response; its body is discarded already if it is given up on. */
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

  /** The attempt ended with a failure. */
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

  /** Nothing comes of an attempt whose body Redial itself could not send: the outcome before it. */
  private void bodyBroke(Attempt attempt) {
    if (last != null) {
      surrenderAnyhow(last, lastResponse, lastFailure);
    } else {
      settle(attempt, null, exchange.wrap(BodyFault.asSeen()), null);
    }
  }

  /**
   * Hands out the last real outcome by the plainest means.
   *
   * @param thrown a fault, or what the application's own code has thrown, which is thrown on; null
   *     if it is neither
   */
  public void settle(Attempt attempt, R response, Throwable failure, Throwable thrown) {
    synchronized (this) {
      if (settled) {
        return;
      }
      settled = true;
    }
    if (thrown != null && thrown == exchange.applications()) {
      throw AsyncDriver.<RuntimeException>unchanged(thrown);
    }
    try {
      if (thrown != null) {
        tell(thrown);
      }
      finishAnyhow();
    } catch (Throwable another) {
      // The outcome does not depend on it.
    }
    Throwable its = failure == null && response == null ? discarding : failure;
    exchange.endAnyhow(attempt, response, its);
  }

  /** Throws what is not declared: the application's own. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T unchanged(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /**
   * Whatever fails here, a class that cannot be loaded included, the client's failure comes out.
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

  /** The application wants no outcome any more: ends a wait, lets no further attempt begin. */
  public void abandon() {
    Wait wait = call.currentWait();
    if (wait != null) {
      wait.end(Wait.End.ABANDONED);
    }
  }

  /** Whether the call waits for its next attempt. */
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
      surrenderAnyhow(attempt, response, failure);
    }
  }

  private void beginWait(Attempt attempt, R response, Throwable failure) {
    Wait wait = call.history().startWait(attempt);
    Runnable surrender = () -> settle(attempt, response, failure, null);
    Runnable resumption = () -> asTheCaller(() -> resume(wait, attempt, response, failure));
    try {
      exchange.waiting(); // Before the next attempt can begin, which may be at once.
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
    try { // From now on the wait belongs to whoever ends it.
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
      surrenderAnyhow(attempt, response, failure);
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
      surrenderAnyhow(attempt, response, failure);
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
      surrenderAnyhow(before, response, failure);
    }
  }

  /** Hands out the last real outcome; false if there is none that is complete. */
  private boolean surrender(Attempt attempt, R response, Throwable failure) {
    if (failure != null) {
      call.finalFailure(exchange.unwrap(failure));
      finish();
      exchange.failKept(failure);
      return true;
    }
    if (response != null && exchange.deliverKept(attempt, response)) {
      finish();
      return true;
    }
    return false;
  }

  /** No attempt can be made after all: the last real outcome (rule 1.4), once. */
  private void surrenderAnyhow(Attempt attempt, R response, Throwable failure) {
    synchronized (this) {
      if (surrendered) {
        return; // A wait that was begun and broke may end all the same.
      }
      surrendered = true;
    }
    try {
      if (surrender(attempt, response, failure)) {
        return;
      }
      finish();
      if (response != null) {
        exchange.deliverIncomplete(attempt, response);
      } else {
        exchange.fail(discarding);
      }
    } catch (Throwable thrown) {
      settle(attempt, response, failure, thrown);
    }
  }

  /** No attempt follows; also for an exchange that hands out its outcome by itself. */
  public void finish() {
    finishAnyhow();
  }
}

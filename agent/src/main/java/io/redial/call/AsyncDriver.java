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

  public AsyncDriver(Call call, AsyncExchange<R> exchange) {
    this.call = call;
    this.exchange = exchange;
  }

  /**
   * Begins the first attempt.
   *
   * @throws Throwable what the client throws at once
   */
  public void start(Attempt first) throws Throwable {
    long nanos = call.firstThrottleNanos();
    if (nanos > 0) {
      holdBack(first, nanos);
      return;
    }
    try {
      exchange.send(first, this);
    } catch (Throwable thrown) {
      finish();
      throw thrown;
    }
  }

  private void holdBack(Attempt first, long nanos) {
    HeldBack held = call.holdBack(() -> asTheCaller(() -> sendUnlessAbandoned(first)));
    look(held, nanos);
  }

  private void look(HeldBack held, long left) {
    if (held.hasGone()) {
      return;
    }
    if (left > Call.LOOK_NANOS && call.holdsBack()) {
      call.timer().run(Call.LOOK_NANOS, () -> look(held, left - Call.LOOK_NANOS));
    } else {
      call.timer().run(call.holdsBack() ? left : 0, () -> call.letGo(held));
    }
  }

  /** What the client runs on the thread that sends finds its classes as on the caller's thread. */
  private void asTheCaller(Runnable work) {
    ClassLoader own = Threads.contextLoader();
    Threads.setContextLoader(loader);
    try {
      work.run();
    } finally {
      Threads.setContextLoader(own);
    }
  }

  private void sendUnlessAbandoned(Attempt attempt) {
    if (exchange.abandoned()) {
      finish();
      return;
    }
    try {
      exchange.send(attempt, this);
    } catch (Throwable thrown) {
      failed(attempt, thrown);
    }
  }

  /** The attempt ended with a response; its body is discarded already if it is given up on. */
  public void completed(Attempt attempt, R response) {
    if (attempt.givenUp()) {
      pause(attempt, response, null);
      return;
    }
    finish();
    exchange.deliver(response);
  }

  /** The attempt ended with a failure. */
  public void failed(Attempt attempt, Throwable thrown) {
    if (attempt.givenUp()) {
      discarding = thrown;
      pause(attempt, null, null); // A failure while the body is discarded is ignored (rule 2.2).
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
      call.fault("wait", fault);
      surrenderAnyhow(attempt, response, failure);
    }
  }

  private void beginWait(Attempt attempt, R response, Throwable failure) {
    Wait wait = call.history().startWait(attempt);
    Future<?> timeout;
    try {
      exchange.waiting(); // Before the next attempt can begin, which may be at once.
      timeout =
          call.timer().after(call.history().nanosUntil(wait), () -> wait.end(Wait.End.ELAPSED));
    } catch (Throwable fault) {
      wait.end(Wait.End.STOPPED);
      call.history().endWait(wait, Wait.End.STOPPED);
      throw fault;
    }
    Runnable resumption = () -> asTheCaller(() -> resume(wait, attempt, response, failure));
    wait.onEnd(
        () -> {
          timeout.cancel(false);
          call.timer().start(resumption);
        });
    if (exchange.abandoned()) {
      abandon();
    }
  }

  private void resume(Wait wait, Attempt attempt, R response, Throwable failure) {
    try {
      proceed(wait, attempt, response, failure);
    } catch (Throwable fault) {
      call.fault("resumption", fault);
      surrenderAnyhow(attempt, response, failure);
    }
  }

  private void proceed(Wait wait, Attempt attempt, R response, Throwable failure) {
    boolean goesOn = call.history().endWait(wait, wait.ended());
    if (exchange.abandoned()) {
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

  private void next(Attempt last, R response, Throwable failure) {
    Attempt attempt;
    try {
      attempt = exchange.attempt(call);
    } catch (Throwable fault) {
      call.fault("attempt", fault);
      surrenderAnyhow(last, response, failure);
      return;
    }
    sendUnlessAbandoned(attempt);
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

  /** No attempt can be made after all: the last real outcome (rule 1.4). */
  private void surrenderAnyhow(Attempt attempt, R response, Throwable failure) {
    if (surrender(attempt, response, failure)) {
      return;
    }
    finish();
    if (response != null) {
      exchange.deliverIncomplete(attempt, response);
    } else {
      exchange.fail(discarding);
    }
  }

  /** No attempt follows; also for an exchange that hands out its outcome by itself. */
  public void finish() {
    call.over();
    try {
      exchange.over();
    } catch (Throwable fault) { // Of the application's body, for example.
      call.fault("release", fault);
    }
  }
}

package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.Failure;

/** Drives a blocking call through its attempts and waits on the caller's own thread. */
public final class SyncDriver<R> {
  private final Call call;
  private final SyncExchange<R> exchange;

  private Attempt attempt;
  private R response;
  private Throwable failure;

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
      attempt = first;
      while (true) {
        if (!attempt()) {
          return outcome();
        }
        switch (pause()) {
          case STOPPED:
            if (response == null && failure != null) {
              throw failure;
            }
            R restored = response == null ? null : exchange.restore(attempt, response);
            if (restored != null) {
              return restored;
            }
            call.makeLast();
            break;
          case CLOSED:
            call.makeLast();
            break;
          default:
        }
        if (!next()) {
          return surrender();
        }
      }
    } finally {
      call.over();
      exchange.over();
    }
  }

  /** Makes one attempt; whether another one is to follow. */
  private boolean attempt() throws Throwable {
    response = null;
    failure = null;
    try {
      response = exchange.send(attempt);
    } catch (Throwable thrown) {
      if (attempt.givenUp()) {
        return true; // A failure while the body is discarded is ignored (rule 2.2).
      }
      failure = thrown;
      Decision made = attempt.failed(thrown, classify(thrown), exchange.redirected(attempt));
      if (made.retries()) {
        call.failures().add(thrown);
      }
    }
    return attempt.givenUp();
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
    call.succeeded();
    return response;
  }

  private Wait.End pause() throws Throwable {
    try {
      return call.pause(attempt);
    } catch (InterruptedException e) {
      throw call.finalFailure(exchange.interrupted(e));
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

  /** Redial itself failed between two attempts: the last real outcome (rule 1.4). */
  private R surrender() throws Throwable {
    if (failure != null) {
      throw failure;
    }
    R restored = response == null ? null : exchange.restore(attempt, response);
    return restored != null ? restored : response;
  }
}

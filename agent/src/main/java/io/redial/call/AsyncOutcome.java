package io.redial.call;

/**
 * The end of an asynchronous call. The application gets the last real outcome, once, whatever fails
 * on the way (rule 1.4).
 */
abstract class AsyncOutcome<R> {
  final Call call;
  final AsyncExchange<R> exchange;

  /** The failure that ended the body of a given-up response while it was discarded, or null. */
  Throwable discarding;

  /** Whether the application has its outcome, or the call was left to the client. */
  volatile boolean settled;

  /** Whether a waiting call ended with its last outcome instead of another attempt. */
  private boolean surrendered;

  AsyncOutcome(Call call, AsyncExchange<R> exchange) {
    this.call = call;
    this.exchange = exchange;
  }

  final void tell(Throwable fault) {
    try {
      call.fault("call", fault);
    } catch (Throwable ignored) {
      // The call continues without the log line.
    }
  }

  final void finishAfterFault() {
    try {
      call.finish();
    } catch (Throwable fault) {
      tell(fault);
    }
    try {
      exchange.finish();
    } catch (Throwable fault) {
      tell(fault);
    }
  }

  /**
   * Hands out the last real outcome by the simplest means.
   *
   * @param thrown an internal fault, or an exception of the application's own code, which is
   *     rethrown; null if nothing was thrown
   */
  public final void settle(Attempt attempt, R response, Throwable failure, Throwable thrown) {
    synchronized (this) {
      if (settled) {
        return;
      }
      settled = true;
    }
    if (thrown != null && thrown == exchange.applications()) {
      throw Rethrow.asIs(thrown);
    }
    try {
      if (thrown != null) {
        tell(thrown);
      }
      finishAfterFault();
    } catch (Throwable another) {
      // The outcome does not depend on it.
    }
    Throwable original = failure == null && response == null ? discarding : failure;
    exchange.endAfterFault(attempt, response, original);
  }

  /** Hands out the last real outcome. Returns false if there is none that is complete. */
  final boolean surrender(Attempt attempt, R response, Throwable failure) {
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

  /** Hands out the last real outcome, once, because no further attempt can be made (rule 1.4). */
  final void surrenderAfterFault(Attempt attempt, R response, Throwable failure) {
    synchronized (this) {
      if (surrendered) {
        return; // A wait that failed as it began may still end.
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

  /**
   * Ends the call, because no attempt follows. Also called by an exchange that hands out the
   * outcome itself.
   */
  public final void finish() {
    finishAfterFault();
  }
}

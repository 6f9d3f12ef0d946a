package io.redial.client.apache5;

import io.redial.call.Exceptions;
import org.apache.hc.core5.concurrent.FutureCallback;

/**
 * What the application's consumer makes of a resumable body. The client gets the result as long as
 * it accepts one, which is until its own exchange fails. After that, the attempt ends when the
 * client has reported the failure and the result is known, whichever is later. Thread-safe.
 */
final class BodyResult<T> implements FutureCallback<T> {
  private final AttemptEnd<T> attempt;
  private final FutureCallback<T> client;

  // Guarded by this.
  /** Whether the body now comes from another exchange than the client's own. */
  private boolean movedOn;

  /** Whether the client's own exchange has failed, or is about to. */
  private boolean broken;

  /** Whether the client has reported that failure. */
  private boolean clientEnded;

  private boolean known;
  private T result;
  private Exception failure;

  /**
   * Creates the result of one attempt.
   *
   * @param attempt is notified of the result or the failure if the client is not
   * @param client the client's own callback
   */
  BodyResult(AttemptEnd<T> attempt, FutureCallback<T> client) {
    this.attempt = attempt;
    this.client = client;
  }

  /**
   * Notes that the client's own exchange is over and the body is resumed.
   *
   * @param isBroken whether the client will report that exchange as failed, or has done so
   */
  synchronized void moveOn(boolean isBroken) {
    movedOn = true;
    broken |= isBroken;
  }

  synchronized boolean isKnown() {
    return known;
  }

  /**
   * Notes that the client reports a failure at this moment, so that it accepts no result any more.
   */
  synchronized void endClient() {
    clientEnded = true;
  }

  /**
   * Notes that the client has reported a failure. Returns whether the attempt does not end with
   * that failure.
   */
  boolean outlivesClient() {
    boolean ended;
    synchronized (this) {
      clientEnded = true;
      if (!movedOn) {
        return false;
      }
      ended = known;
    }
    if (ended) {
      end(result, failure);
    }
    return true;
  }

  @Override
  public void completed(T made) {
    boolean isTheClients;
    try {
      isTheClients = isTheClients(made, null);
    } catch (Throwable fault) {
      isTheClients = isTheClientsAfterFault(made, null, fault);
    }
    if (isTheClients) {
      client.completed(made);
    }
  }

  @Override
  public void failed(Exception thrown) {
    boolean isTheClients;
    try {
      isTheClients = isTheClients(null, thrown);
    } catch (Throwable fault) {
      isTheClients = isTheClientsAfterFault(null, thrown, fault);
    }
    if (isTheClients) {
      client.failed(thrown);
    }
  }

  @Override
  public void cancelled() {
    boolean isTheClients;
    Exception thrown = new CancelledException();
    try {
      isTheClients = isTheClients(null, thrown);
    } catch (Throwable fault) {
      isTheClients = isTheClientsAfterFault(null, thrown, fault);
    }
    if (isTheClients) {
      client.cancelled();
    }
  }

  /**
   * Decides after an internal fault who gets the result. What the application's code threw is
   * rethrown.
   */
  private boolean isTheClientsAfterFault(T made, Exception thrown, Throwable fault) {
    synchronized (this) {
      if (known) {
        throw Exceptions.sneakyThrow(fault); // The exception was on its way to the application.
      }
      known = true;
      if (!movedOn) {
        return true;
      }
      result = made;
      failure = thrown;
    }
    attempt.endAfterFault(made, thrown, fault);
    return false;
  }

  private boolean isTheClients(T made, Exception thrown) {
    synchronized (this) {
      if (!movedOn) {
        known = true;
        return true;
      }
      if (known) {
        return false;
      }
      known = true;
      result = made;
      failure = thrown;
      if (!clientEnded) {
        return !broken;
      }
    }
    end(made, thrown);
    return false;
  }

  private void end(T made, Exception thrown) {
    try {
      attempt.end(made, thrown);
    } catch (Throwable fault) {
      attempt.endAfterFault(made, thrown, fault);
    }
  }
}

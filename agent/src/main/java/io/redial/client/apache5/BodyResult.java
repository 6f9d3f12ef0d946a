package io.redial.client.apache5;

import io.redial.call.Rethrow;
import org.apache.hc.core5.concurrent.FutureCallback;

/**
 * What the application's consumer makes of a body that may go on. The client is told as long as it
 * takes a result: until its own exchange fails. After that the attempt ends when both the client
 * has reported the failure and the result is known, whichever is later. Thread-safe.
 */
final class BodyResult<T> implements FutureCallback<T> {
  private final AttemptEnd<T> attempt;
  private final FutureCallback<T> client;

  // Guarded by this.
  /** The body comes from elsewhere. */
  private boolean movedOn;

  /** The client's own exchange has failed, or is about to. */
  private boolean broken;

  /** The client has reported that. */
  private boolean clientEnded;

  private boolean known;
  private T result;
  private Exception failure;

  /**
   * The result of one attempt.
   *
   * @param attempt is told its end if the client is not: a result, or a failure
   * @param client the client's own callback
   */
  BodyResult(AttemptEnd<T> attempt, FutureCallback<T> client) {
    this.attempt = attempt;
    this.client = client;
  }

  /**
   * The client's own exchange is over, and the body goes on.
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

  /** The client reports a failure at this moment, so it takes no result any more. */
  synchronized void endClient() {
    clientEnded = true;
  }

  /** The client has reported a failure; whether that is not the end of the attempt. */
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

  /** After a fault of Redial's. What the application threw is thrown on. */
  private boolean isTheClientsAfterFault(T made, Exception thrown, Throwable fault) {
    synchronized (this) {
      if (known) {
        throw Rethrow.asIs(fault); // It was on its way to the application.
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

package io.redial.call;

import io.redial.policy.Failure;

/**
 * A blocking client as {@link SyncDriver} sees it: makes attempts through the client's own public
 * method and translates what comes of them. Used by one thread.
 *
 * @param <R> the client's response
 */
public interface SyncExchange<R> {

  /** Prepares an attempt. Anything it throws is a fault of Redial's. */
  Attempt attempt(Call call) throws Exception;

  /**
   * Makes the attempt. Asks {@link Attempt#head} when the response's head is there; if the answer
   * is to retry, reads the body up to {@code drain} and lets go of the connection.
   *
   * @throws Throwable the client's own exception, which is the attempt's {@link Attempt#failure};
   *     whatever else is thrown is a fault of Redial's
   */
  R send(Attempt attempt) throws Throwable;

  /**
   * Classifies the client's exception; {@link Failure#OTHER} once the application's code has seen a
   * response head.
   */
  Failure classify(Attempt attempt, Throwable thrown);

  /** Whether the client followed a redirect in that attempt, as far as the failure shows. */
  boolean redirected(Attempt attempt);

  /**
   * The given-up response complete after all, or null if not all of it was kept (rule 8.2).
   *
   * @throws Throwable how the client says that the application's code failed, which is the
   *     attempt's {@link Attempt#failure} then; whatever else is thrown is a fault of Redial's
   */
  R restore(Attempt attempt, R givenUp) throws Throwable;

  /**
   * The given-up response though not all of it was kept, because no attempt can be made any more:
   * its body is there, and breaks off.
   */
  default R restoreIncomplete(Attempt attempt, R givenUp) throws Throwable {
    return givenUp;
  }

  /** What the client throws when its caller is interrupted; may set the flag as the client does. */
  Throwable interrupted(InterruptedException e);

  /** No attempt follows: releases the copy of the request. Called at least once. */
  void finish();
}

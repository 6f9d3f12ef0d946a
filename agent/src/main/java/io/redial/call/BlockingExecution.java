package io.redial.call;

/**
 * A blocking client as {@link BlockingDriver} sees it. It has the client make attempts and
 * translates their outcomes. Used by one thread.
 *
 * @param <R> the client's response
 */
public interface BlockingExecution<R> extends Execution {

  /**
   * Makes the attempt. Calls {@link Attempt#head} when the response's head has arrived. If a retry
   * follows, reads the body up to {@code drain} bytes and releases the connection.
   *
   * @throws Throwable the client's own exception, which is also the attempt's {@link
   *     Attempt#failure}; anything else that is thrown is an internal fault
   */
  R send(Attempt attempt) throws Throwable;

  /**
   * Returns the given-up response with its complete body, or null if not all of it was kept (rule
   * 8.2).
   *
   * @throws Throwable the client's exception if the application's code fails on the response; it is
   *     also the attempt's {@link Attempt#failure} then. Anything else that is thrown is an
   *     internal fault
   */
  R restore(Attempt attempt, R givenUp) throws Throwable;

  /**
   * Returns the given-up response although not all of it was kept, because no further attempt can
   * be made. It has a body, which breaks off.
   */
  default R restoreIncomplete(Attempt attempt, R givenUp) throws Throwable {
    return givenUp;
  }

  /**
   * Returns what the client throws when its caller is interrupted. May set the interrupt flag as
   * the client does.
   */
  Throwable interrupted(InterruptedException e);
}

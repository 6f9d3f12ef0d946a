package io.redial.call;

import java.io.IOException;

/**
 * A non-blocking client as {@link CallbackDriver} sees it. It makes attempts through the client's
 * own public method and reports their outcome to the driver.
 *
 * @param <R> the client's response
 */
public interface CallbackExecution<R> extends Execution {

  /**
   * Begins the attempt. Unless this throws, {@link CallbackDriver#completed} or {@link
   * CallbackDriver#failed} is called once, on any thread.
   */
  void send(Attempt attempt, CallbackDriver<R> driver) throws Throwable;

  /** Hands the final response to the application. */
  void deliver(R result);

  /** Hands the final failure to the application. */
  void fail(Throwable thrown);

  /**
   * Hands the last failure to the application when a wait ends without another attempt. Usually
   * called on one of Redial's threads and not on one of the client's.
   */
  default void failKept(Throwable thrown) {
    fail(thrown);
  }

  /**
   * Hands the given-up response to the application. Returns false if it was not kept completely
   * (rule 8.2).
   */
  boolean deliverKept(Attempt attempt, R givenUp);

  /**
   * Hands the given-up response to the application although it was not kept completely, because no
   * further attempt can be made. Its body ends with an exception.
   */
  default void deliverIncomplete(Attempt attempt, R givenUp) {
    deliver(givenUp);
  }

  /**
   * Called when a wait begins. From now on, the exchange calls {@link CallbackDriver#abandon} when
   * the application cancels the call or completes its future.
   */
  void waiting();

  /** Whether the application cancelled the call, or completed its future itself. */
  boolean abandoned();

  /** Returns the exception as the client would report it. */
  default Throwable wrap(IOException thrown) {
    return thrown;
  }

  /** Returns what the application's own code threw when it was given the outcome, or null. */
  default Throwable ofApplication() {
    return null;
  }

  /**
   * Hands out an outcome by the simplest means, after the usual way has failed. Does nothing if the
   * application already has an outcome. Throws only what the application's code throws.
   *
   * @param response null if there was a failure
   */
  void endAfterFault(Attempt attempt, R response, Throwable failure);
}

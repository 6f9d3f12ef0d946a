package io.redial.call;

import io.redial.policy.Failure;
import java.io.IOException;

/**
 * A non-blocking client as {@link AsyncDriver} sees it. It makes attempts through the client's own
 * public method and reports their outcome to the driver.
 *
 * @param <R> the client's response
 */
public interface AsyncExchange<R> {

  /** Prepares an attempt. Anything it throws is an internal fault. */
  Attempt attempt(Call call) throws Exception;

  /**
   * Begins the attempt. Unless this throws, {@link AsyncDriver#completed} or {@link
   * AsyncDriver#failed} is called once, on any thread.
   */
  void send(Attempt attempt, AsyncDriver<R> driver) throws Throwable;

  /**
   * Classifies the client's exception. Returns {@link Failure#OTHER} once the application's code
   * has seen the head of a response.
   */
  Failure classify(Attempt attempt, Throwable thrown);

  /**
   * Whether the client followed a redirect in that attempt, as far as this is known after a
   * failure.
   */
  boolean redirected(Attempt attempt);

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
   * Called when a wait begins. From now on, the exchange calls {@link AsyncDriver#abandon} when the
   * application cancels the call or completes its future.
   */
  void waiting();

  /** Whether the application cancelled the call, or completed its future itself. */
  boolean abandoned();

  /**
   * Returns the exception inside a wrapper of the client's. Failures of earlier attempts are
   * attached to it.
   */
  Throwable unwrap(Throwable thrown);

  /** Returns the exception as the client would report it. */
  default Throwable wrap(IOException thrown) {
    return thrown;
  }

  /** Returns what the application's own code threw when it was given the outcome, or null. */
  default Throwable applications() {
    return null;
  }

  /**
   * Hands out an outcome by the simplest means, after the usual way has failed. Does nothing if the
   * application already has an outcome. Throws only what the application's code throws.
   *
   * @param response null if there was a failure
   */
  void endAfterFault(Attempt attempt, R response, Throwable failure);

  /** Releases the copy of the request, because no attempt follows. Called at least once. */
  void finish();
}

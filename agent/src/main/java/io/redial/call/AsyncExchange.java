package io.redial.call;

import io.redial.policy.Failure;
import java.io.IOException;

/**
 * A non-blocking client as {@link AsyncDriver} sees it: makes attempts through the client's own
 * public method and reports to the driver what comes of them.
 *
 * @param <R> the client's response
 */
public interface AsyncExchange<R> {

  /** Prepares an attempt; what it throws is Redial's own fault. */
  Attempt attempt(Call call) throws Exception;

  /**
   * Begins the attempt, which leads to one call of {@link AsyncDriver#completed} or {@link
   * AsyncDriver#failed} on any thread, unless this throws.
   */
  void send(Attempt attempt, AsyncDriver<R> driver) throws Throwable;

  /**
   * Which kind of failure the client's exception is; {@link Failure#OTHER} once the application's
   * code was given a head.
   */
  Failure classify(Attempt attempt, Throwable thrown);

  /** Whether the client followed a redirect in that attempt, as far as the failure shows it. */
  boolean redirected(Attempt attempt);

  /** Hands the final response to the application. */
  void deliver(R result);

  /** Hands the final failure to the application. */
  void fail(Throwable thrown);

  /** Hands a failure after whose wait no attempt follows to the application, from our thread. */
  default void failKept(Throwable thrown) {
    fail(thrown);
  }

  /** Hands the given-up response to the application; false if not all of it was kept (rule 8.2). */
  boolean deliverKept(Attempt attempt, R givenUp);

  /**
   * Hands the given-up response to the application though not all of it was kept, because no
   * attempt can be made any more: its body is there, and breaks off.
   */
  default void deliverIncomplete(Attempt attempt, R givenUp) {
    deliver(givenUp);
  }

  /** A wait began: whatever ends the application's interest from now on abandons the driver. */
  void waiting();

  /** Whether the application has its outcome already: it cancelled, or completed the future. */
  boolean abandoned();

  /** The failure to which those of earlier attempts are attached: what wraps it is taken off. */
  Throwable unwrap(Throwable thrown);

  /** How the client would tell of that exception. */
  default Throwable wrap(IOException thrown) {
    return thrown;
  }

  /** What the application's own code has thrown when it was told the outcome, or null. */
  default Throwable applications() {
    return null;
  }

  /**
   * Hands out an outcome after Redial failed to do so in its usual way, by as little as is needed;
   * does nothing if the application has one. Never throws but what the application's code does.
   *
   * @param response null if there was a failure
   */
  void endAnyhow(Attempt attempt, R response, Throwable failure);

  /** No attempt follows: lets go of the request's copy. Called once or more. */
  void over();
}

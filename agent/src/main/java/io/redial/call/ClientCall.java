package io.redial.call;

/**
 * One call of the application, as an adapter hands it to {@link RetryEngine#enter}: a description
 * of the request, and three ways to make the call: by Redial's attempts, passively, or by leaving
 * it to the client. Used by one thread.
 */
public interface ClientCall {

  /**
   * Returns the application's request; null if the client is to make the call, or to refuse it.
   *
   * @throws Throwable an internal fault; the call is then left to the client
   */
  OutgoingRequest request() throws Throwable;

  /** Returns whether the caller's thread, platform or virtual, waits for the outcome. */
  default boolean blocks() {
    return false;
  }

  /**
   * Prepares the attempts and returns the first one. Sends nothing.
   *
   * @throws Throwable an internal fault; the call is then left to the client
   */
  Attempt prepare(Call call) throws Throwable;

  /**
   * Makes the attempts.
   *
   * @return the answer for the gate: a {@link io.redial.kernel.ClientOutcome}, or what the client's
   *     method is to return; null if nothing was sent, so that the call is left to the client
   */
  Object run(Call call, Attempt first) throws Throwable;

  /**
   * Has the client make a {@linkplain Call#isPassive passive} call with the application's own
   * objects, and reports the outcome to the attempt (rules 1.5 and 11.1).
   *
   * @return the answer for the gate
   */
  Object observe(PassiveAttempt attempt) throws Throwable;

  /**
   * Leaves the call to the client.
   *
   * @return null to let the woven method run; if Redial had to call the client itself, the answer
   *     for the gate
   */
  default Object leave() throws Throwable {
    return null;
  }
}

package io.redial.call;

/**
 * One call of the application's as an adapter hands it to {@link RetryEngine#enter}: how the
 * request reads, and three ways on from there. Used by one thread.
 */
public interface ClientCall {

  /**
   * The application's request; null if the call is the client's to make, or to refuse.
   *
   * @throws Throwable a fault of Redial's: the call is left to the client
   */
  OutgoingRequest request() throws Throwable;

  /** Whether a thread of the operating system waits for the outcome (rule 4.6). */
  boolean blocksPlatformThread();

  /**
   * Prepares the attempts, and gives the first. Sends nothing.
   *
   * @throws Throwable a fault of Redial's: the call is left to the client
   */
  Attempt prepare(Call call) throws Throwable;

  /**
   * Makes the attempts.
   *
   * @return what the client's method is to return, or null and what it is to throw; null if nothing
   *     was sent, so that the call is left to the client
   */
  Object[] run(Call call, Attempt first) throws Throwable;

  /**
   * Has the client make a {@linkplain Call#isPassive passive} call with the application's own
   * objects, and tells the attempt what came of it (rules 1.5 and 11.1).
   *
   * @return what the client's method is to return, or null and what it is to throw
   */
  Object[] watch(PassiveAttempt attempt) throws Throwable;

  /**
   * Leaves the call to the client.
   *
   * @return null to let the woven method run; or what the client's method is to return, or null and
   *     what it is to throw, if Redial had to call the client itself
   */
  default Object[] leave() throws Throwable {
    return null;
  }
}

package io.redial.client;

/**
 * The entry from a client into Redial. One instance serves all threads.
 *
 * <p>Implementations have a public constructor that takes the {@link io.redial.call.RetryEngine}.
 */
public interface Adapter {

  /**
   * Called by the woven code of a client. What a seam does not have is null.
   *
   * @param seam the {@linkplain Seam#key() key} of the seam
   * @param client the object whose method is woven
   * @param a the method's first argument, and so on; at a seam that is a call which the client
   *     makes, the object called, and its arguments follow
   * @return null to let the method run as it was; a {@link io.redial.kernel.ClientOutcome} for what
   *     the method is to return or throw, which is also how an adapter passes on what the client's
   *     or the application's own code has thrown; anything else is what it is to return
   * @throws Throwable an internal fault before the client's own method was called, which is then
   *     called
   */
  Object enter(
      String seam, Object client, Object a, Object b, Object c, Object d, Object e, Object f)
      throws Throwable;
}

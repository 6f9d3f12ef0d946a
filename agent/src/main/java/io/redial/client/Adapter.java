package io.redial.client;

/**
 * The entry from a client into Redial. One instance serves all threads.
 *
 * <p>Implementations have a public constructor that takes the {@link io.redial.call.RetryEngine}.
 */
public interface Adapter {

  /**
   * Called by the woven code of a client.
   *
   * @param seam the {@linkplain Seam#key() key} of the seam
   * @param arguments the client and the method's arguments; at a seam that is a call which the
   *     client makes, the object of the client that makes it, the object called, and the arguments
   * @return null to let the method run as it was, or an array with the value to return; an array of
   *     two has the exception to throw in the second place
   * @throws ClientThrownException wraps what the client's own method threw, which has then been
   *     called and is not called again
   * @throws Throwable an internal fault before the client's own method was called, which is then
   *     called
   */
  Object[] enter(String seam, Object[] arguments) throws Throwable;
}

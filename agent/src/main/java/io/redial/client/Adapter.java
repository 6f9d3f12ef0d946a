package io.redial.client;

/**
 * A client's way into Redial. One instance serves all threads.
 *
 * <p>Implementations have a public constructor that takes the {@link io.redial.call.RetryEngine}.
 */
public interface Adapter {

  /**
   * A woven method of the client was entered.
   *
   * @param seam which method, as {@code weave} names it
   * @param arguments the client and the method's arguments
   * @return null to let the method run as it was, or an array with what it is to return; an array
   *     of two has what it is to throw in the second place
   * @throws ClientThrew what the client's own method threw, which must have been called then and is
   *     not called again
   * @throws Throwable a fault, before the client's own method was called, which is called then
   */
  Object[] enter(String seam, Object[] arguments) throws Throwable;
}

package io.redial.client;

/**
 * A client's way into Redial. One instance serves all threads.
 *
 * <p>Implementations have a public constructor that takes the {@link io.redial.call.Dialer}.
 */
public interface Adapter {

  /**
   * A woven method of the client was entered.
   *
   * @param seam which method, as {@code weave} names it
   * @param arguments the client and the method's arguments
   * @return null to let the method run as it was, or an array with what it is to return
   * @throws Throwable what the application is to see instead of a return value
   */
  Object[] enter(String seam, Object[] arguments) throws Throwable;
}

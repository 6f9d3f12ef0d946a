package io.redial.call;

/**
 * Lets one use of a client on this thread through the gate: the one that makes an attempt (rule
 * 7.2). Whatever else is called meanwhile, by an interceptor for a token say, is a call of its own.
 *
 * <p>The thread carries it, and not the arguments: another agent may wrap these on the way to the
 * gate, and an attempt that is taken for a new call would never end. Kept without allocation.
 */
public final class Admission {
  private static final ThreadLocal<Object> EXPECTED = new ThreadLocal<>();

  private Admission() {}

  /**
   * The next use of that client on this thread is an attempt.
   *
   * @return what to hand to {@link #close} once the client was used
   */
  public static Object open(Object client) {
    Object outer = EXPECTED.get();
    EXPECTED.set(client);
    return outer;
  }

  /** Ends it, whether the client came to the gate or not. */
  public static void close(Object outer) {
    EXPECTED.set(outer);
  }

  /** Whether this use of that client is the one; true once. */
  @SuppressWarnings("ReferenceEquality") // The same client, not an equal one.
  public static boolean admits(Object client) {
    if (EXPECTED.get() != client) {
      return false;
    }
    EXPECTED.set(null);
    return true;
  }
}

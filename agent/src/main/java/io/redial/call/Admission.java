package io.redial.call;

/**
 * Lets one use of a client on this thread through the gate: the one that makes an attempt (rule
 * 7.2). Whatever else is called meanwhile, by an interceptor for a token say, is a call of its own.
 *
 * <p>The thread carries it, and not the arguments: another agent may wrap these on the way to the
 * gate, and an attempt that is taken for a new call would never end. Once it is at the gate,
 * though, its arguments tell it: Mockito's spies enter a method a second time to have its own code
 * run. Kept without allocation, and nothing is left on the thread.
 */
public final class Admission {
  private static final ThreadLocal<Object> EXPECTED = new ThreadLocal<>();
  private static final ThreadLocal<Object> ADMITTED = new ThreadLocal<>();
  private static final ThreadLocal<Object> REQUEST = new ThreadLocal<>();

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
    ADMITTED.set(null);
    REQUEST.set(null);
  }

  /**
   * Whether this use of that client is the one, or the same use that enters again: true once, and
   * then for the same request.
   *
   * @param request what tells one use of the client from others, by identity
   */
  @SuppressWarnings("ReferenceEquality") // The same ones, not equal ones.
  public static boolean admits(Object client, Object request) {
    if (EXPECTED.get() == client) {
      EXPECTED.set(null);
      ADMITTED.set(client);
      REQUEST.set(request);
      return true;
    }
    return ADMITTED.get() == client && REQUEST.get() == request;
  }
}

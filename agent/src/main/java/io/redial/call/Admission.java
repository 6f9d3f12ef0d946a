package io.redial.call;

/**
 * Lets one use of a client on this thread through the gate: the one that makes an attempt (rule
 * 7.2). Whatever else is called meanwhile, by an interceptor for a token say, is a call of its own.
 *
 * <p>The thread carries it, and not the arguments: another agent may wrap these on the way to the
 * gate, and an attempt that is taken for a new call would never end. Once it is at the gate,
 * though, its arguments tell it: Mockito's spies enter a method a second time to have its own code
 * run. Kept without allocation but for the first on a thread. The thread keeps no client and no
 * request.
 */
public final class Admission {
  private static final ThreadLocal<Admission> OF_THREAD = new ThreadLocal<>();

  private Object expected;
  private Object admitted;
  private Object request;

  private Admission() {}

  /**
   * The next use of that client on this thread is an attempt.
   *
   * @return what to hand to {@link #close} once the client was used
   */
  public static Object open(Object client) {
    Admission its = ofThread();
    Object outer = its.expected;
    its.expected = client;
    return outer;
  }

  /** Ends it, whether the client came to the gate or not. */
  public static void close(Object outer) {
    Admission its = ofThread();
    its.expected = outer;
    its.admitted = null;
    its.request = null;
  }

  /**
   * Whether this use of that client is the one, or the same use that enters again: true once, and
   * then for the same request.
   *
   * @param request what tells one use of the client from others, by identity
   */
  @SuppressWarnings("ReferenceEquality") // The same ones, not equal ones.
  public static boolean admits(Object client, Object request) {
    Admission its = OF_THREAD.get();
    if (its == null) {
      return false;
    }
    if (its.expected == client) {
      its.expected = null;
      its.admitted = client;
      its.request = request;
      return true;
    }
    return its.admitted == client && its.request == request;
  }

  private static Admission ofThread() {
    Admission its = OF_THREAD.get();
    if (its == null) {
      its = new Admission();
      OF_THREAD.set(its);
    }
    return its;
  }
}

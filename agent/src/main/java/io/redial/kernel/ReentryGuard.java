package io.redial.kernel;

/**
 * Lets one use of a client on this thread pass the gate: the one that makes an attempt (rule 7.2).
 * Anything else that is called meanwhile, for example by an interceptor that fetches a token, is a
 * call of its own.
 *
 * <p>It is tied to the thread and not to the arguments, because another agent may wrap these on the
 * way to the gate, and an attempt mistaken for a new call would never end. Once the attempt has
 * reached the gate, it is recognised by its arguments, because Mockito's spies enter a method a
 * second time to run its own code. Allocates nothing, and leaves nothing on the thread.
 */
public final class ReentryGuard {
  private static final ThreadLocal<Object> EXPECTED = new ThreadLocal<>();
  private static final ThreadLocal<Object> ADMITTED = new ThreadLocal<>();
  private static final ThreadLocal<Object> REQUEST = new ThreadLocal<>();

  private ReentryGuard() {}

  /**
   * Announces that the next use of the client on this thread is an attempt.
   *
   * @return the value to pass to {@link #close} after the client was used
   */
  public static Object open(Object client) {
    Object outer = EXPECTED.get();
    EXPECTED.set(client);
    return outer;
  }

  /** Ends what {@link #open} began, whether or not the client reached the gate. */
  public static void close(Object outer) {
    EXPECTED.set(outer);
    ADMITTED.set(null);
    REQUEST.set(null);
  }

  /**
   * Returns whether this use of the client is the announced attempt, or the same attempt entering
   * again: true once, and from then on for the same request.
   *
   * @param request identifies this use of the client
   */
  @SuppressWarnings("ReferenceEquality") // The same objects, not equal ones.
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

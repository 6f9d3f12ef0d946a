package io.redial.kernel;

/**
 * Has a client close itself, and does what follows from that: only then do waits end, so that the
 * waiting calls end with the closed client's own exception (rule 5.4).
 */
public final class ClientClose {
  private static final ThreadLocal<Object> UNDER_WAY = new ThreadLocal<>();

  private ClientClose() {}

  /** Returns whether this thread closes that client already, so that its own method has to run. */
  @SuppressWarnings("ReferenceEquality") // The same client, not an equal one.
  public static boolean isUnderWay(Object client) {
    return UNDER_WAY.get() == client;
  }

  /** Closes a client by a method that takes nothing. */
  public static <C> ClientOutcome run(
      C client, Exits.End<C> close, FaultLog log, String where, FaultBoundary.Step then) {
    return run(client, null, (closed, nothing) -> close.give(closed), log, where, then);
  }

  /**
   * Closes a client.
   *
   * @param how what its method takes
   * @param close the client's own method
   * @param then run after it, whether it has returned or thrown
   * @return its outcome
   */
  public static <C, A> ClientOutcome run(
      C client,
      A how,
      Exits.Signal<C, A> close,
      FaultLog log,
      String where,
      FaultBoundary.Step then) {
    Object outer = UNDER_WAY.get();
    UNDER_WAY.set(client);
    Throwable thrown = FaultBoundary.thrownBy(() -> close.give(client, how));
    if (outer == null) {
      UNDER_WAY.remove();
    } else {
      UNDER_WAY.set(outer);
    }
    FaultBoundary.run(log, where, then);
    return thrown == null ? ClientOutcome.returning(null) : ClientOutcome.throwing(thrown);
  }
}

package io.redial.call;

/** Rethrows an exception as it is, whether or not it is declared. */
public final class Rethrow {
  private Rethrow() {}

  /** Never returns: {@code throw Rethrow.asIs(thrown)} tells the compiler so. */
  public static RuntimeException asIs(Throwable thrown) {
    throw Rethrow.<RuntimeException>unchanged(thrown);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T unchanged(Throwable thrown) throws T {
    throw (T) thrown;
  }
}

package io.redial.kernel;

/** Rethrows an exception as it is, whether or not it is declared. Stateless. */
public final class Exceptions {
  private Exceptions() {}

  /** Never returns: {@code throw Exceptions.sneakyThrow(thrown)} tells the compiler so. */
  public static RuntimeException sneakyThrow(Throwable thrown) {
    throw Exceptions.<RuntimeException>unchanged(thrown);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T unchanged(Throwable thrown) throws T {
    throw (T) thrown;
  }
}

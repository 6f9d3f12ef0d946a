package io.redial.kernel;

import java.util.function.Function;

/** Passes exceptions on as they are, whether or not they are declared. Stateless. */
public final class Exceptions {
  private Exceptions() {}

  /** Never returns: {@code throw Exceptions.sneakyThrow(thrown)} tells the compiler so. */
  public static RuntimeException sneakyThrow(Throwable thrown) {
    throw Exceptions.<RuntimeException>unchanged(thrown);
  }

  /** Returns an exception for code that takes no error: an error within another exception. */
  public static Exception asException(Throwable thrown, Function<Throwable, Exception> ofAnError) {
    return thrown instanceof Exception ? (Exception) thrown : ofAnError.apply(thrown);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T unchanged(Throwable thrown) throws T {
    throw (T) thrown;
  }
}

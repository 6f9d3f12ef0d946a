package io.redial.kernel;

import java.io.IOException;

/**
 * Tells a client of an internal fault in the middle of a request body. An {@code Error} would make
 * some clients shut down their pools. The application gets the last real outcome or, if there is
 * none, a plain {@code IOException} (rule 1.4).
 */
public final class BodyFault extends IOException {
  private static final long serialVersionUID = 1;
  private static final int DEEPEST = 20;

  /** Creates the exception for a fault that has already been logged. */
  public BodyFault() {
    super("the request's body could not be sent");
  }

  /** Returns whether such a fault caused a failure. */
  public static boolean isIn(Throwable failure) {
    Throwable link = failure;
    for (int depth = 0; link != null && depth < DEEPEST; depth++, link = link.getCause()) {
      if (link instanceof BodyFault) {
        return true;
      }
    }
    return false;
  }

  /** Returns the exception that the application gets if no earlier attempt had an outcome. */
  public static IOException asSeen() {
    return new IOException("the request's body could not be sent");
  }
}

package io.redial.call.body;

import java.io.IOException;

/**
 * How a client is told of a fault of Redial's in the middle of a request body. An {@code Error}
 * would make some clients shut down their pools. The application gets the last real outcome or, if
 * there is none, a plain {@code IOException} (rule 1.4).
 */
public final class BodyFault extends IOException {
  private static final long serialVersionUID = 1;
  private static final int DEEPEST = 20;

  /** For a fault that was logged already. */
  public BodyFault() {
    super("the request's body could not be sent");
  }

  /** Whether such a fault caused a failure. */
  public static boolean isIn(Throwable failure) {
    Throwable link = failure;
    for (int depth = 0; link != null && depth < DEEPEST; depth++, link = link.getCause()) {
      if (link instanceof BodyFault) {
        return true;
      }
    }
    return false;
  }

  /** What the application sees if no attempt had an outcome before. */
  public static IOException asSeen() {
    return new IOException("the request's body could not be sent");
  }
}

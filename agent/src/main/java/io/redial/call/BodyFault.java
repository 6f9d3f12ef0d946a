package io.redial.call;

import java.io.IOException;

/**
 * A fault of Redial's in the midst of a request's body, as the client that sends it is told of it:
 * an {@code Error} would have some clients shut down their pools. The application sees the last
 * real outcome, or, where there is none, a plain {@code IOException} (rule 1.4).
 */
public final class BodyFault extends IOException {
  private static final long serialVersionUID = 1;
  private static final int DEEPEST = 20;

  /** A fault that was told of already. */
  public BodyFault() {
    super("the request's body could not be sent");
  }

  /** Whether a failure of the client's comes from one. */
  static boolean isIn(Throwable failure) {
    Throwable link = failure;
    for (int depth = 0; link != null && depth < DEEPEST; depth++, link = link.getCause()) {
      if (link instanceof BodyFault) {
        return true;
      }
    }
    return false;
  }

  /** What the application sees where nothing was sent before. */
  static IOException asSeen() {
    return new IOException("the request's body could not be sent");
  }
}

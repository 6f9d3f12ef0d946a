package io.redial.call;

import java.io.IOException;

/**
 * Stands for the failure of an attempt whose body came to an orderly end but has to be resumed,
 * such as a watch that the server ended (rule 10.4). The application never sees it.
 */
public final class BodyEnded extends IOException {
  private static final long serialVersionUID = 1;

  /** Creates the exception for the orderly end of a source. */
  public BodyEnded() {
    super("the server ended the stream");
  }

  /** Does nothing, because nobody reads the stack trace. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}

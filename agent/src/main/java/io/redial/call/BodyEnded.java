package io.redial.call;

import java.io.IOException;

/**
 * Stands for the failure of an attempt whose body has come to an orderly end, but has to go on (a
 * watch that the server has ended, rule 10.4). No application sees it.
 */
public final class BodyEnded extends IOException {
  private static final long serialVersionUID = 1;

  /** The end of a source. */
  public BodyEnded() {
    super("the server ended the stream");
  }

  /** Nobody reads its stack trace. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}

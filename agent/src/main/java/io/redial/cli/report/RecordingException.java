package io.redial.cli.report;

/** Thrown if no report can be made of a recording; the message tells the operator why. */
public final class RecordingException extends Exception {
  private static final long serialVersionUID = 1;

  public RecordingException(String message) {
    super(message);
  }
}

package io.redial.cli.report;

/** A recording that no report can be made of; the message says why, in words for the operator. */
public final class RecordingException extends Exception {
  private static final long serialVersionUID = 1;

  public RecordingException(String message) {
    super(message);
  }
}

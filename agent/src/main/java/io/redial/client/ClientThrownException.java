package io.redial.client;

/**
 * Carries an exception of the client's or the application's own code through a seam to the gate,
 * which passes it on to the program. Any other exception from a seam that is not a call is an
 * internal fault (rule 1.4).
 */
public final class ClientThrownException extends Exception {
  private static final long serialVersionUID = 1;

  /** Wraps the exception. */
  public ClientThrownException(Throwable thrown) {
    super(null, thrown, false, false);
  }
}

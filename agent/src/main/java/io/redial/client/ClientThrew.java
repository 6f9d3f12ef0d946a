package io.redial.client;

/**
 * Carries what the client's or the application's own code has thrown in the midst of a seam to the
 * gate, which throws that on to the program. Whatever else leaves a seam that is no call is a fault
 * of Redial's (rule 1.4).
 */
public final class ClientThrew extends Exception {
  private static final long serialVersionUID = 1;

  /** Carries that. */
  public ClientThrew(Throwable thrown) {
    super(null, thrown, false, false);
  }
}

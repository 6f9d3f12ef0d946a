package io.redial.cli;

/** Why a running program could not be asked, or refused what it was asked for. */
final class RemoteException extends Exception {
  private static final long serialVersionUID = 1;

  RemoteException(String message) {
    super(message, null, false, false);
  }
}

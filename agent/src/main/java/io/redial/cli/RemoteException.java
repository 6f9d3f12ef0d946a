package io.redial.cli;

import io.redial.config.OneLine;

/** Why a running program could not be asked, or refused what it was asked for. */
final class RemoteException extends Exception {
  private static final long serialVersionUID = 1;

  RemoteException(String message) {
    super(OneLine.of(message), null, false, false); // It may quote what other users wrote.
  }
}

package io.redial.cli;

import io.redial.config.OneLine;

/** Why a command cannot do its work: a running program refuses, or there is no such file. */
final class CommandException extends Exception {
  private static final long serialVersionUID = 1;

  CommandException(String message) {
    super(OneLine.of(message), null, false, false); // It may quote what other users wrote.
  }
}

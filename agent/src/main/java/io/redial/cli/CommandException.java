package io.redial.cli;

import io.redial.config.OneLine;

/** Why a command cannot do its work: a running program refuses, or there is no such file. */
final class CommandException extends Exception {
  private static final long serialVersionUID = 1;

  /** The command's exit status. */
  final int status;

  CommandException(String message) {
    this(Command.FAILED, message);
  }

  CommandException(int status, String message) {
    super(OneLine.of(message), null, false, false); // It may quote what other users wrote.
    this.status = status;
  }
}

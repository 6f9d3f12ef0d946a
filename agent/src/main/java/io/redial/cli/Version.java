package io.redial.cli;

import io.redial.control.StartLine;

/** {@code version}: the version of this jar. {@code status} shows that of a running program. */
final class Version extends Command {
  Version() {
    super("Prints the version of this jar.");
  }

  @Override
  int run() {
    out().println(json() ? new Json().put("version", StartLine.version()) : version());
    return OK;
  }
}

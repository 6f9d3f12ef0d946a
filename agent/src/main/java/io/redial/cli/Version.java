package io.redial.cli;

/** {@code version}: that of this jar. What a running program has, {@code status} says. */
final class Version extends Command {
  Version() {
    super("Prints the version of this jar.");
  }

  @Override
  public Integer call() {
    out().println(json() ? new Json().begin().put("version", number()).end() : version());
    out().flush();
    return OK;
  }
}

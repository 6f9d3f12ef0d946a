package io.redial.cli;

import picocli.AutoComplete;

/** {@code completion}: a script that makes bash and zsh complete the command {@code redial}. */
final class Completion extends Command {
  private static final String NAME = "redial";

  Completion() {
    super("Prints a script that completes the command " + NAME + " in bash and zsh.");
    spec()
        .usageMessage()
        .footer(
            "",
            "For this shell, and in ~/.bashrc or ~/.zshrc for all:",
            "  alias " + NAME + "='java -jar /opt/redial/redial-agent.jar'",
            "  source <(" + NAME + " completion)");
  }

  @Override
  int run() {
    String script = AutoComplete.bash(NAME, spec().parent().commandLine());
    if (json()) {
      out().println(new Json().put("script", script));
    } else {
      out().print(script);
    }
    return OK;
  }
}

package io.redial.cli;

import java.util.Map;
import picocli.CommandLine;

/** {@code help [COMMAND]}: what {@code --help} prints. */
final class Help extends Command {
  Help() {
    super("Prints how a command is used, or which commands there are.");
    takes("COMMAND", false, "The command.");
  }

  @Override
  int run() {
    CommandLine all = spec().parent().commandLine();
    Map<String, CommandLine> commands = all.getSubcommands();
    String name = parameter(0);
    if (json()) {
      out().println(new Json().put("commands", Json.array(commands.entrySet(), Help::json)));
    } else if (name == null) {
      all.usage(out());
    } else if (commands.containsKey(name)) {
      commands.get(name).usage(out());
    } else {
      String names = String.join(", ", commands.keySet());
      throw wrong("there is no command " + name + "; there are " + names);
    }
    return OK;
  }

  private static Json json(Map.Entry<String, CommandLine> command) {
    String[] description = command.getValue().getCommandSpec().usageMessage().description();
    return new Json()
        .put("name", command.getKey())
        .put("description", String.join(" ", description));
  }
}

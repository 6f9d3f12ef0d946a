package io.redial.cli;

import io.redial.cli.json.Json;
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
    String name = parameter(0);
    if (json()) {
      out().println(commands(all));
    } else if (name == null) {
      all.usage(out());
    } else if (all.getSubcommands().containsKey(name)) {
      all.getSubcommands().get(name).usage(out());
    } else {
      throw wrong("there is no command " + name + "; there are " + String.join(", ", names(all)));
    }
    return OK;
  }

  private static Iterable<String> names(CommandLine all) {
    return all.getSubcommands().keySet();
  }

  private static Json commands(CommandLine all) {
    Json json = new Json().begin().beginArray("commands");
    for (Map.Entry<String, CommandLine> command : all.getSubcommands().entrySet()) {
      String[] description = command.getValue().getCommandSpec().usageMessage().description();
      json.begin().put("name", command.getKey());
      json.put("description", String.join(" ", description)).end();
    }
    return json.endArray().end();
  }
}

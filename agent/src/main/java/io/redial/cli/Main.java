package io.redial.cli;

import io.redial.config.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The operator's tool. Exit status: 0 if all is well, 1 if the options have faults, 2 if the tool
 * is used wrongly.
 */
public final class Main {
  private Main() {}

  /** Runs one command and ends the JVM with its exit status. */
  public static void main(String[] args) {
    System.exit(commandLine(new Environment()).execute(args));
  }

  static CommandLine commandLine(Environment environment) {
    CommandSpec spec = CommandSpec.create().name("java -jar redial-agent.jar");
    Command.describe(spec, "Redial: correct HTTP retries for unmodified Java programs.");
    spec.usageMessage()
        .customSynopsis("java -jar redial-agent.jar COMMAND")
        .footer("", "To attach it: java -javaagent:redial-agent.jar[=OPTIONS] ...");
    spec.addSubcommand("check", new Check(environment).spec());
    spec.addSubcommand("options", new Options().spec());
    spec.addSubcommand("schedule", new Schedule(environment).spec());
    CommandLine line = new CommandLine(spec);
    line.setExecutionStrategy(Main::execute);
    return line;
  }

  private static int execute(ParseResult parsed) {
    boolean helps = parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested();
    if (!parsed.hasSubcommand() && !helps) {
      CommandLine line = parsed.commandSpec().commandLine();
      line.usage(line.getErr());
      return CommandLine.ExitCode.USAGE;
    }
    return new CommandLine.RunLast().execute(parsed);
  }
}

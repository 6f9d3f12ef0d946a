package io.redial.cli;

import io.redial.config.ConfigError;
import io.redial.config.Configuration;
import io.redial.config.OneLine;
import io.redial.control.StartLine;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.HashSet;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * One command. Commands are described to picocli by method calls instead of annotations: nothing is
 * found by reflection, so the jar can be minimised without a list of exceptions.
 */
abstract class Command implements Callable<Integer> {
  static final int OK = 0;
  static final int FAULTS = 1;
  static final int FAILED = 3;

  private static final String JAVA_AGENT = "-javaagent:";

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
  private final Set<String> reported = new HashSet<>();

  Command(String description) {
    describe(spec, description);
    flag("--json", "Print JSON.");
  }

  static void describe(CommandSpec spec, String description) {
    spec.mixinStandardHelpOptions(true).versionProvider(() -> new String[] {version()});
    spec.usageMessage().description(description);
  }

  static String version() {
    return "Redial " + StartLine.version();
  }

  final CommandSpec spec() {
    return spec;
  }

  @Override
  public final Integer call() {
    int status;
    try {
      status = run();
    } catch (CommandException refused) {
      reportLine("redial: " + refused.getMessage());
      status = refused.status;
    }
    out().flush();
    return status;
  }

  /**
   * Does what the command is for, and returns the exit status.
   *
   * @throws CommandException if it cannot be done
   */
  abstract int run() throws CommandException;

  final void flag(String name, String description) {
    spec.addOption(OptionSpec.builder(name).description(description).build());
  }

  /** Adds an option with a value, which is null if it is not given and there is no default. */
  final void option(String name, String label, String value, String... description) {
    spec.addOption(
        OptionSpec.builder(name)
            .paramLabel(label)
            .type(String.class)
            .defaultValue(value)
            .description(description)
            .build());
  }

  final String option(String name) {
    return spec.findOption(name).getValue();
  }

  /** The exception for a command that is used wrongly. */
  final ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), OneLine.of(message));
  }

  /** Adds the one parameter that takes the agent's options. */
  final void takesOptions(String... description) {
    // This allows users to paste a whole -javaagent:... option.
    spec.parser().unmatchedOptionsArePositionalParams(true);
    spec.addPositional(
        PositionalParamSpec.builder()
            .arity("0..*") // More than one if the shell has split it at a space: see options().
            .paramLabel("[OPTIONS]")
            .hideParamSyntax(true)
            .description(description)
            .build());
  }

  /**
   * Adds a parameter.
   *
   * @param isNeeded whether it must be given
   */
  final void takes(String label, boolean isNeeded, String... description) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .index(Integer.toString(spec.positionalParameters().size()))
            .arity(isNeeded ? "1" : "0..1")
            .required(isNeeded)
            .paramLabel(label)
            .description(description)
            .build());
  }

  /** A parameter, or null if it was left out. */
  final String parameter(int index) {
    return spec.positionalParameters().get(index).getValue();
  }

  final boolean isSet(String flag) {
    return Boolean.TRUE.equals(spec.findOption(flag).<Boolean>getValue());
  }

  final boolean json() {
    return isSet("--json");
  }

  /**
   * Returns the agent's options, which may be written with or without {@code
   * -javaagent:redial-agent.jar=} in front of them.
   *
   * @throws ParameterException if there is a flag that no command has
   * @throws CommandException if the shell has split the options at a space
   */
  final String options() throws CommandException {
    String[] words = spec.positionalParameters().get(0).getValue();
    if (words == null) {
      return "";
    }
    for (String word : words) {
      if (word.startsWith("-") && !word.startsWith(JAVA_AGENT)) {
        throw new UnmatchedArgumentException(spec.commandLine(), Collections.singletonList(word));
      }
    }
    if (words.length > 1) {
      throw new CommandException(
          CommandLine.ExitCode.USAGE,
          ("what is " + words[1] + "? If a value contains a space, quote it: ")
              + ("'" + String.join(" ", words) + "'"));
    }
    if (!words[0].startsWith(JAVA_AGENT)) {
      return words[0];
    }
    int equals = words[0].indexOf('=');
    return equals < 0 ? "" : words[0].substring(equals + 1);
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Prints the warnings and the errors in the options, and returns the exit status. */
  final int report(Configuration configuration) {
    for (String note : configuration.notes()) {
      reportLine("redial: " + OneLine.of(note));
    }
    for (ConfigError fault : configuration.faults()) {
      reportLine(fault.toString());
    }
    return configuration.faults().isEmpty() ? OK : FAULTS;
  }

  /** Prints a line to standard error, unless it was printed before. */
  final void reportLine(String line) {
    if (reported.add(line)) {
      spec.commandLine().getErr().println(line);
      spec.commandLine().getErr().flush();
    }
  }

  /** Returns a text of the command line's own. */
  static String resource(String name) {
    InputStream in = Command.class.getResourceAsStream(name);
    try (Scanner text = new Scanner(in, "UTF-8").useDelimiter("\\A")) {
      return text.next();
    }
  }

  static String orDash(String text) {
    return text.isEmpty() ? "-" : text;
  }
}

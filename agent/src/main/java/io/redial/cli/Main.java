package io.redial.cli;

import io.redial.config.Environment;
import io.redial.config.OneLine;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The operator's tool. Exit status: 0 if all is well, 1 if the options have faults, 2 if the tool
 * is used wrongly, 3 if it cannot do its work: its output cannot be written, or the program that it
 * asks is not there or refuses.
 */
public final class Main {
  private Main() {}

  /** Runs one command and ends the JVM with its exit status. */
  public static void main(String[] args) {
    int status = run(commandLine(new Environment()), args);
    // Neither print streams nor the writers on top of them throw if they cannot write.
    boolean written = !System.out.checkError() && !System.err.checkError();
    if (status == Command.OK && !written && !isPipeClosed()) {
      System.err.println("redial: cannot write the output");
      status = Command.FAILED;
    }
    System.exit(status);
  }

  /** Whether nobody reads the output any more, as in {@code redial status 17 | head -1}. */
  private static boolean isPipeClosed() {
    try {
      String out = Files.readSymbolicLink(Paths.get("/proc/self/fd/1")).toString();
      return out.startsWith("pipe:") || out.startsWith("socket:");
    } catch (IOException | RuntimeException noProc) {
      return fails(FileDescriptor.out).toLowerCase(Locale.ROOT).contains("pipe");
    }
  }

  /** Returns what the system says when one more byte is written; empty if it is written. */
  @SuppressWarnings("resource") // Standard output stays open.
  private static String fails(FileDescriptor output) {
    try {
      new FileOutputStream(output).write('\n');
      return "";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  static int run(CommandLine line, String... args) {
    try {
      return line.execute(args);
    } catch (Throwable thrown) {
      line.getErr().println("redial: failed: " + OneLine.of(thrown.toString()));
      return Command.FAILED;
    }
  }

  static CommandLine commandLine(Environment environment) {
    CommandSpec spec = CommandSpec.create().name("java -jar redial-agent.jar");
    Command.describe(spec, "Redial: correct HTTP retries for unmodified Java programs.");
    spec.usageMessage()
        .customSynopsis("java -jar redial-agent.jar COMMAND")
        .footer("", "To attach it: java -javaagent:redial-agent.jar[=OPTIONS] ...");
    spec.addSubcommand("help", new Help().spec());
    spec.addSubcommand("version", new Version().spec());
    spec.addSubcommand("ps", new Ps().spec());
    spec.addSubcommand("status", new Status().spec());
    spec.addSubcommand("top", new Top().spec());
    spec.addSubcommand("waiting", new Waiting().spec());
    spec.addSubcommand("attempts", new Attempts().spec());
    spec.addSubcommand("retry-now", EndWaits.retryNow().spec());
    spec.addSubcommand("cancel", EndWaits.cancel().spec());
    spec.addSubcommand("set", new SetOption().spec());
    spec.addSubcommand("reload", new ReloadFiles().spec());
    spec.addSubcommand("attach", new Attach().spec());
    spec.addSubcommand("check", new Check(environment).spec());
    spec.addSubcommand("options", new Options().spec());
    spec.addSubcommand("report", new Report().spec());
    spec.addSubcommand("schedule", new Schedule(environment).spec());
    spec.addSubcommand("completion", new Completion().spec());
    CommandLine line = new CommandLine(spec);
    line.setExecutionExceptionHandler(
        (thrown, command, parsed) -> {
          command.getErr().println("redial: failed: " + OneLine.of(thrown.toString()));
          return Command.FAILED;
        });
    line.setExpandAtFiles(false);
    return line;
  }
}

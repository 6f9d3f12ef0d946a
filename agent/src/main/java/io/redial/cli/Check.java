package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.OneLine;
import java.util.Map;

/** {@code check OPTIONS}: what they add up to and where each value comes from. */
final class Check extends Command {
  private final Environment environment;

  Check(Environment environment) {
    super("Prints the effective options and where each value comes from, or the errors in them.");
    this.environment = environment;
    takesOptions(
        "The options that follow -javaagent:redial-agent.jar= on the program's command line.",
        "System properties and environment variables count as well.",
        "If config is a directory and no service is named, every file in it is checked.");
  }

  @Override
  public Integer call() {
    Configuration configuration = Configuration.load(options(), environment);
    OptionsDirectory directory = OptionsDirectory.of(configuration, options(), environment);
    int status = directory == null ? check(configuration) : check(directory);
    out().flush();
    return status;
  }

  private int check(Configuration configuration) {
    int status = report(configuration);
    if (json()) {
      out().println(new CheckJson().of(configuration));
    } else if (status == OK) {
      CheckText text = new CheckText(out());
      text.files(configuration);
      text.options(configuration);
    }
    return status;
  }

  private int check(OptionsDirectory directory) {
    Map<String, Configuration> files = directory.read();
    int status = OK;
    if (directory.problem() != null) {
      reportLine("redial: " + directory.problem());
      status = FAULTS;
    }
    for (Map.Entry<String, Configuration> file : files.entrySet()) {
      status = Math.max(status, report(file.getValue()));
      if (!json()) {
        summary(file.getKey(), file.getValue());
      }
    }
    if (json()) {
      out().println(new CheckJson().of(directory, files));
    }
    return status;
  }

  private void summary(String file, Configuration configuration) {
    out().println(OneLine.of(file) + ": " + errors(configuration.faults().size()));
    out().flush(); // The next file's errors come after it.
  }

  private static String errors(int count) {
    if (count > Configuration.MOST_FAULTS) {
      return "more than " + Configuration.MOST_FAULTS + " errors";
    }
    return count == 0 ? "ok" : count + (count == 1 ? " error" : " errors");
  }
}

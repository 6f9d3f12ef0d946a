package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.OneLine;
import java.util.Map;

/** {@code check OPTIONS}: the effective options and where each value comes from, or the errors. */
final class Check extends Command {
  private final Environment environment;

  Check(Environment environment) {
    super("Prints the effective options and where each value comes from, or the errors in them.");
    this.environment = environment;
    takesOptions(
        "The options that follow -javaagent:redial-agent.jar= on the program's command line.",
        "System properties and environment variables count as well.",
        "If config is a directory and no service is named, every file in it is checked.");
    option(
        "--url",
        "REQUEST",
        null,
        "Print which route and which options this call gets:",
        "'GET https://stock.internal/items'; GET may be left out.");
  }

  @Override
  int run() {
    RequestArgument request = request();
    Configuration configuration = Configuration.load(options(), environment);
    OptionsDirectory directory = OptionsDirectory.of(configuration, options(), environment);
    int status = directory == null ? check(configuration, request) : check(directory, request);
    return status;
  }

  private RequestArgument request() {
    String text = option("--url");
    if (text == null) {
      return null;
    }
    try {
      return RequestArgument.of(text);
    } catch (IllegalArgumentException e) {
      throw wrong(
          "--url takes a request such as 'GET https://stock.internal/items', not "
              + (text + ": " + e.getMessage()));
    }
  }

  private int check(Configuration configuration, RequestArgument request) {
    int status = reportAll(configuration);
    if (json()) {
      out().println(new CheckJson(request).of(configuration));
    } else if (status == OK) {
      CheckText text = new CheckText(out());
      text.files(configuration);
      if (request == null) {
        text.options(configuration);
      } else {
        text.call(new CheckedCall(configuration, request));
      }
    }
    return status;
  }

  private int check(OptionsDirectory directory, RequestArgument request) {
    Map<String, Configuration> files = directory.read();
    int status = OK;
    if (directory.problem() != null) {
      reportLine("redial: " + directory.problem());
      status = FAULTS;
    }
    boolean first = true;
    for (Map.Entry<String, Configuration> file : files.entrySet()) {
      status = Math.max(status, reportAll(file.getValue()));
      if (!json()) {
        if (request != null && !first) {
          out().println();
        }
        summary(file.getKey(), file.getValue(), request);
      }
      first = false;
    }
    if (json()) {
      out().println(new CheckJson(request).of(directory, files));
    }
    return status;
  }

  private int reportAll(Configuration configuration) {
    int status = report(configuration);
    for (Warning warning : Warning.among(configuration)) {
      reportLine("redial: warning: " + warning.message);
    }
    return status;
  }

  private void summary(String file, Configuration configuration, RequestArgument request) {
    out().println(OneLine.of(file) + ": " + errors(configuration.faults().size()));
    if (request != null && configuration.faults().isEmpty()) {
      new CheckText(out()).call(new CheckedCall(configuration, request));
    }
    out().flush(); // Before the next file's errors, which go to standard error.
  }

  private static String errors(int count) {
    if (count > Configuration.MAX_FAULTS) {
      return "more than " + Configuration.MAX_FAULTS + " errors";
    }
    return count == 0 ? "ok" : count + (count == 1 ? " error" : " errors");
  }
}

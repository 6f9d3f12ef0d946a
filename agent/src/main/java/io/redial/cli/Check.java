package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.OneLine;
import io.redial.config.Option;
import io.redial.config.Route;
import io.redial.config.Value;
import java.io.File;
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
    return directory == null ? check(configuration, request) : check(directory, request);
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
      for (File file : configuration.files()) {
        out().println("read " + OneLine.of(file.getPath()));
      }
      if (request == null) {
        printOptions(configuration);
      } else {
        printCall(new CheckedCall(configuration, request));
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
      printCall(new CheckedCall(configuration, request));
    }
    out().flush(); // Before the next file's errors, which go to standard error.
  }

  private static String errors(int count) {
    if (count > Configuration.MAX_FAULTS) {
      return "more than " + Configuration.MAX_FAULTS + " errors";
    }
    return count == 0 ? "ok" : count + (count == 1 ? " error" : " errors");
  }

  private void printOptions(Configuration configuration) {
    out().println("without a route:");
    for (Option option : Option.values()) {
      line(option.key(), configuration.value(option));
    }
    clientGo(configuration.value(Option.PROFILE));
    for (Route route : configuration.routes()) {
      out().println();
      out().println("route " + OneLine.of(route.name()) + ":");
      line("match", route.match());
      for (Option option : Option.values()) {
        if (option.perRoute()) {
          line(option.key(), route.value(option));
        }
      }
      clientGo(route.value(Option.PROFILE));
    }
  }

  private void printCall(CheckedCall call) {
    Route route = call.route();
    String decides = route == null ? "no route" : "route " + route.name();
    out().println(OneLine.of(call.request() + ": " + decides));
    if (route != null) {
      line("match", route.match());
    }
    out().println("  idempotent        " + call.idempotence());
    for (Option option : Option.values()) {
      if (option.perRoute()) {
        line(option.key(), call.value(option));
      }
    }
    clientGo(call.value(Option.PROFILE));
  }

  private void line(String key, Value value) {
    String text = value.text() == null ? "-" : OneLine.of(value.text());
    String origin = OneLine.of(value.origin().toString());
    out().println(String.format("  %-17s %-35s %s", key, text, origin));
  }

  private void clientGo(Value profile) {
    if ("client-go".equals(profile.text())) {
      out()
          .println(
              "  The profile also waits 1s after an error, and honours a hint with 502 or 504 for");
      out().println("  any method.");
    }
  }
}

package io.redial.cli;

import io.redial.config.ConfigError;
import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.OneLine;
import io.redial.config.Option;
import io.redial.config.Route;
import io.redial.config.Value;
import java.io.File;
import java.io.PrintWriter;

/** {@code check OPTIONS}: what they add up to and where each value comes from. */
final class Check extends Command {
  private static final int KEY_WIDTH = 18;
  private static final int VALUE_WIDTH = 36;

  private final Environment environment;

  Check(Environment environment) {
    super("Prints the effective options and where each value comes from, or the errors in them.");
    this.environment = environment;
    takesOptions(
        "The options that follow -javaagent:redial-agent.jar= on the program's command line.",
        "System properties and environment variables count as well.");
  }

  @Override
  public Integer call() {
    Configuration configuration = Configuration.load(options(), environment);
    PrintWriter out = out();
    int status = report(configuration);
    if (json()) {
      out.println(json(configuration));
    } else if (status == OK) {
      print(configuration, out);
    }
    out.flush();
    return status;
  }

  private static void print(Configuration configuration, PrintWriter out) {
    for (File file : configuration.files()) {
      out.println("read " + OneLine.of(file.getPath()));
    }
    out.println("without a route:");
    for (Option option : Option.values()) {
      line(option.key(), configuration.value(option), out);
    }
    clientGo(configuration.value(Option.PROFILE), out);
    for (Route route : configuration.routes()) {
      out.println();
      out.println("route " + OneLine.of(route.name()) + ":");
      line("match", route.match(), out);
      for (Option option : Option.values()) {
        if (option.perRoute()) {
          line(option.key(), route.value(option), out);
        }
      }
      clientGo(route.value(Option.PROFILE), out);
    }
  }

  private static void line(String key, Value value, PrintWriter out) {
    StringBuilder line = new StringBuilder("  ");
    pad(line.append(key), 2 + KEY_WIDTH);
    line.append(value.text() == null ? "-" : OneLine.of(value.text()));
    pad(line, 2 + KEY_WIDTH + VALUE_WIDTH);
    out.println(line.append(OneLine.of(value.origin().toString())));
  }

  /** To that column, by one space at least. */
  private static void pad(StringBuilder line, int column) {
    do {
      line.append(' ');
    } while (line.length() < column);
  }

  private static void clientGo(Value profile, PrintWriter out) {
    if ("client-go".equals(profile.text())) {
      out.println(
          "  The profile also waits 1s after an error, and honours a hint with 502 or 504 for");
      out.println("  any method.");
    }
  }

  private static Json json(Configuration configuration) {
    Json json = new Json().begin();
    json.beginArray("faults");
    for (ConfigError fault : configuration.faults()) {
      json.begin().put("key", fault.key()).put("origin", fault.origin().toString());
      json.put("message", fault.message()).put("suggestion", fault.suggestion()).end();
    }
    json.endArray().beginArray("files");
    for (File file : configuration.files()) {
      json.add(file.getPath());
    }
    json.endArray();
    if (configuration.faults().isEmpty()) {
      json.begin("options");
      for (Option option : Option.values()) {
        value(json, option.key(), configuration.value(option));
      }
      json.end();
      routes(json, configuration);
    }
    return json.end();
  }

  private static void routes(Json json, Configuration configuration) {
    json.beginArray("routes");
    for (Route route : configuration.routes()) {
      json.begin().put("name", route.name());
      value(json, "match", route.match());
      json.begin("options");
      for (Option option : Option.values()) {
        if (option.perRoute()) {
          value(json, option.key(), route.value(option));
        }
      }
      json.end().end();
    }
    json.endArray();
  }

  private static void value(Json json, String key, Value value) {
    json.begin(key).put("value", value.text()).put("origin", value.origin().toString()).end();
  }
}

package io.redial.cli;

import io.redial.config.ConfigError;
import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.OneLine;
import io.redial.config.Option;
import io.redial.config.Route;
import io.redial.config.Value;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code check OPTIONS}: the effective options and where each value comes from, or the errors. */
final class Check extends Command {
  private final Environment environment;

  /** The call whose options are printed; null for the options of all calls. */
  private RequestArgument request;

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
  int run() throws CommandException {
    request = request();
    Configuration configuration = Configuration.load(options(), environment);
    OptionsDirectory directory = OptionsDirectory.of(configuration, options(), environment);
    return directory == null ? check(configuration) : check(directory);
  }

  private RequestArgument request() {
    String text = option("--url");
    if (text == null) {
      return null;
    }
    try {
      return new RequestArgument(text);
    } catch (IllegalArgumentException e) {
      throw wrong(
          "--url takes a request such as 'GET https://stock.internal/items', not "
              + (text + ": " + e.getMessage()));
    }
  }

  private int check(Configuration configuration) {
    int status = reportAll(configuration);
    if (json()) {
      out().println(addTo(new Json(), configuration));
    } else if (status == OK) {
      for (File file : configuration.files()) {
        out().println("read " + OneLine.of(file.getPath()));
      }
      print(configuration);
    }
    return status;
  }

  private int check(OptionsDirectory directory) {
    Map<String, Configuration> files = directory.read();
    int status = OK;
    if (files.isEmpty()) {
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
        summary(file.getKey(), file.getValue());
      }
      first = false;
    }
    if (json()) {
      out().println(json(directory, files));
    }
    return status;
  }

  private int reportAll(Configuration configuration) {
    int status = report(configuration);
    for (Warnings.Warning warning : Warnings.among(configuration)) {
      reportLine("redial: warning: " + warning.message);
    }
    return status;
  }

  private void summary(String file, Configuration configuration) {
    out().println(OneLine.of(file) + ": " + errors(configuration.faults().size()));
    if (request != null && configuration.faults().isEmpty()) {
      print(configuration);
    }
    out().flush(); // Before the next file's errors, which go to standard error.
  }

  private static String errors(int count) {
    if (count > Configuration.MAX_FAULTS) {
      return "more than " + Configuration.MAX_FAULTS + " errors";
    }
    return count == 0 ? "ok" : count + (count == 1 ? " error" : " errors");
  }

  private void print(Configuration configuration) {
    if (request != null) {
      Route route = configuration.routeFor(request);
      String decides = route == null ? "no route" : "route " + route.name();
      print(request + ": " + decides, configuration, route);
      return;
    }
    print("without a route:", configuration, null);
    for (Route route : configuration.routes()) {
      out().println();
      print("route " + route.name() + ":", configuration, route);
    }
  }

  private void print(String title, Configuration configuration, Route route) {
    Map<String, Value> options = options(configuration, route);
    out().println(OneLine.of(title));
    if (route != null) {
      line("match", route.match());
    }
    if (request != null) {
      String header = options.get(Option.IDEMPOTENCY_KEY.key()).text();
      String unless = header.equals("none") ? "no" : "only with the header " + header;
      out().println("  idempotent        " + (idempotent(configuration) ? "yes" : unless));
    }
    options.forEach(this::line);
    if (options.get(Option.PROFILE.key()).text().equals("client-go")) {
      out()
          .println(
              "  The profile also waits 1s after an error, and honours a hint with 502 or 504 for");
      out().println("  any method.");
    }
  }

  private void line(String key, Value value) {
    String text = value.text() == null ? "-" : OneLine.of(value.text());
    String origin = OneLine.of(value.origin().toString());
    out().println(String.format("  %-17s %-35s %s", key, text, origin));
  }

  /** The options of the calls on a route; all options if there is neither a route nor a request. */
  private Map<String, Value> options(Configuration configuration, Route route) {
    Map<String, Value> options = new LinkedHashMap<>();
    for (Option option : Option.values()) {
      if (option.perRoute() || (route == null && request == null)) {
        Value value = route == null ? configuration.value(option) : route.value(option);
        options.put(option.key(), value);
      }
    }
    return options;
  }

  /** Whether the request counts as idempotent without any header field. */
  private boolean idempotent(Configuration configuration) {
    return configuration.policyFor(request).idempotent(request);
  }

  private Json json(OptionsDirectory directory, Map<String, Configuration> files) {
    List<Json> faults = new ArrayList<>();
    if (files.isEmpty()) {
      String origin = directory.config.origin().toString();
      faults.add(fault(Option.CONFIG.key(), origin, directory.problem(), null));
    }
    Json json = new Json().put("directory", directory.config.text()).put("faults", faults);
    return json.put(
        "checks",
        Json.array(
            files.entrySet(),
            file -> addTo(new Json().put("file", file.getKey()), file.getValue())));
  }

  private Json addTo(Json json, Configuration configuration) {
    json.put("faults", Json.array(configuration.faults(), Check::fault));
    json.put("files", Json.array(configuration.files(), File::getPath));
    boolean hasOptions = configuration.faults().isEmpty() && request == null;
    if (hasOptions) {
      json.put("options", json(options(configuration, null)));
    }
    json.put("warnings", Json.array(Warnings.among(configuration), warning -> warning.json));
    if (hasOptions) {
      json.put("routes", Json.array(configuration.routes(), route -> json(configuration, route)));
    } else if (configuration.faults().isEmpty()) {
      json.put("call", call(configuration));
    }
    return json;
  }

  private static Json fault(ConfigError fault) {
    return fault(fault.key(), fault.origin().toString(), fault.message(), fault.suggestion());
  }

  private static Json fault(String key, String origin, String message, String suggestion) {
    Json json = new Json().put("key", key).put("origin", origin);
    return json.put("message", message).put("suggestion", suggestion);
  }

  private Json json(Configuration configuration, Route route) {
    Json json = new Json().put("name", route.name()).put("match", json(route.match()));
    return json.put("options", json(options(configuration, route)));
  }

  private Json call(Configuration configuration) {
    Route route = configuration.routeFor(request);
    Json json = new Json().put("method", request.method()).put("url", request.url());
    json.put("route", route == null ? null : route.name());
    if (route != null) {
      json.put("match", json(route.match()));
    }
    json.put("idempotent", idempotent(configuration));
    return json.put("options", json(options(configuration, route)));
  }

  private static Json json(Map<String, Value> options) {
    Json json = new Json();
    options.forEach((key, value) -> json.put(key, json(value)));
    return json;
  }

  private static Json json(Value value) {
    return new Json().put("value", value.text()).put("origin", value.origin().toString());
  }

  /** A directory of options files that {@code config} names, if nothing names a service. */
  static final class OptionsDirectory {
    private static final String SUFFIX = ".properties";

    private final Value config;
    private final String options;
    private final Environment environment;

    /** The names of all files; null if the directory cannot be listed. */
    private final String[] names;

    private OptionsDirectory(Value config, String options, Environment environment) {
      this.config = config;
      this.options = options;
      this.environment = environment;
      this.names = environment.list(new File(config.text()));
    }

    /**
     * The directory that the options lead to, or null if they lead to one file or none.
     *
     * @param configuration what was read from those options
     */
    static OptionsDirectory of(
        Configuration configuration, String options, Environment environment) {
      Value config = configuration.value(Option.CONFIG);
      Value service = configuration.value(Option.SERVICE);
      // A service that is named in a line of a file is that of the default file; it selected none.
      boolean isNamed = service.text() != null && service.origin().line() == 0;
      if (config.text() == null || isNamed || !environment.isDirectory(new File(config.text()))) {
        return null;
      }
      return new OptionsDirectory(config, options, environment);
    }

    /** Says why nothing was read. */
    String problem() {
      String problem =
          names == null
              ? "cannot list " + config.text()
              : config.text() + " has no *.properties files";
      return OneLine.of(problem + " (" + config.origin() + ")");
    }

    /** Reads each file as its service would. Returns what was read by file name, sorted. */
    Map<String, Configuration> read() {
      Map<String, Configuration> read = new TreeMap<>();
      for (String file : names == null ? new String[0] : names) {
        // Like *.properties in a shell: editors and systems create hidden files of their own.
        if (file.endsWith(SUFFIX) && !file.startsWith(".")) {
          String service = file.substring(0, file.length() - SUFFIX.length());
          read.put(file, Configuration.load(options, environment, service));
        }
      }
      return read;
    }
  }
}

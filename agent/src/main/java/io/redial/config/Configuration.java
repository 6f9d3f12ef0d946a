package io.redial.config;

import io.redial.policy.RetryPolicy;
import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * All options as they were found, and the policies and settings that they add up to. Immutable and
 * thread-safe. What nobody set is worked out when it is first asked for: a program that makes no
 * call pays for reading the names of its environment and no more.
 */
public final class Configuration {
  /** Most faults that are listed; one more tells how many others there are. */
  public static final int MOST_FAULTS = OptionReader.MOST_FAULTS;

  private final List<ConfigError> faults;
  private final List<String> notes;
  private final Map<File, byte[]> files;
  private final boolean isDefault;
  private final String serviceOfOthers;

  /** Null if there are none, so that a call without routes needs a single check. */
  private final Route[] routes;

  private final RouteTable table;

  private volatile Values values;
  private volatile RetryPolicy general;
  private volatile Settings settings;

  private Configuration(
      Values values,
      String serviceOfOthers,
      Route[] routes,
      List<ConfigError> faults,
      List<String> notes,
      Map<File, byte[]> files) {
    this.values = values;
    this.isDefault = values == null;
    this.serviceOfOthers = serviceOfOthers;
    this.routes = routes;
    this.table = routes == null ? null : new RouteTable(routes);
    this.faults = faults;
    this.notes = notes;
    this.files = files;
  }

  /**
   * Reads the options from all their sources. Never throws: whatever is wrong with them is in
   * {@link #faults}, and has then no effect.
   *
   * @param agentArguments what stands after {@code -javaagent:redial-agent.jar=}, or null
   */
  public static Configuration load(String agentArguments, Environment environment) {
    return load(agentArguments, environment, null);
  }

  /**
   * The same for a service that may have no name in the options.
   *
   * @param service its name if the options have none, or null
   */
  public static Configuration load(String agentArguments, Environment environment, String service) {
    List<String> notes = Collections.emptyList();
    List<String> properties = Collections.emptyList();
    Map<String, String> variables = Collections.emptyMap();
    List<String> ownVariables = Collections.emptyList();
    try {
      properties = environment.ownProperties();
    } catch (RuntimeException e) {
      notes =
          noting(notes, ConfigError.quote("system properties cannot be read: " + e.getMessage()));
    }
    try {
      ownVariables = environment.ownVariables();
      variables = environment.variables();
    } catch (RuntimeException e) {
      notes =
          noting(
              notes, ConfigError.quote("environment variables cannot be read: " + e.getMessage()));
    }
    boolean nothingIsSet =
        service == null
            && (agentArguments == null || agentArguments.isEmpty())
            && properties.isEmpty()
            && ownVariables.isEmpty()
            && variables.get(ThirdPartyVariables.BACKOFF_BASE) == null;
    if (nothingIsSet) {
      boolean named = variables.get(ThirdPartyVariables.SERVICE) != null;
      String name = named ? ThirdPartyVariables.service(variables) : null;
      List<ConfigError> none = Collections.emptyList();
      return new Configuration(null, name, null, none, notes, Collections.<File, byte[]>emptyMap());
    }
    OptionReader reader = new OptionReader();
    if (agentArguments != null) {
      new Arguments(agentArguments, reader).read();
    }
    if (!properties.isEmpty()) {
      reader.readProperties(properties, environment.properties());
    }
    reader.readVariables(ownVariables, variables);
    if (service != null) {
      Value named = new Value(service, Origin.file(service + OptionFiles.SUFFIX, 0));
      reader.values.setIfAbsent(Option.SERVICE, named);
    }
    return load(reader, variables, environment, notes);
  }

  private static Configuration load(
      OptionReader reader,
      Map<String, String> variables,
      Environment environment,
      List<String> notes) {
    Route[] routes = null;
    Map<File, byte[]> files = Collections.emptyMap();
    Value config = reader.values.own(Option.CONFIG);
    if (config != null) {
      OptionFiles read = new OptionFiles(environment, reader, variables);
      List<Route> found = read.read(config);
      routes = found.isEmpty() ? null : found.toArray(new Route[0]);
      files = read.contents();
    }
    if (variables.get(ThirdPartyVariables.SERVICE) != null) {
      ThirdPartyVariables.service(variables, reader.values);
    }
    if (variables.get(ThirdPartyVariables.BACKOFF_BASE) != null) {
      ThirdPartyVariables.backoff(variables, reader.values);
    }
    List<ConfigError> faults = Collections.unmodifiableList(reader.faults());
    return new Configuration(reader.values, null, routes, faults, notes, files);
  }

  private static List<String> noting(List<String> notes, String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return Collections.unmodifiableList(more);
  }

  /** The mistakes in the options, in the order of their sources; empty if there are none. */
  public List<ConfigError> faults() {
    return faults;
  }

  /** Warnings: files that could not be read, options without effect. */
  public List<String> notes() {
    return notes;
  }

  /** Whether every option has its default, the service's name aside. */
  public boolean isDefault() {
    return isDefault;
  }

  /** Option {@code service}, or null; unlike {@link #settings}, it computes nothing. */
  public String service() {
    return isDefault ? serviceOfOthers : settings().service();
  }

  /** The process-wide options. */
  public Settings settings() {
    Settings known = settings;
    if (known == null) {
      known = values().settings();
      settings = known;
    }
    return known;
  }

  /**
   * The policy for a call: that of the first route that matches, or the general one.
   *
   * @param target not looked at if there are no routes
   */
  public RetryPolicy policyFor(Target target) {
    Route route = routeFor(target);
    if (route != null) {
      return route.policy();
    }
    RetryPolicy policy = general;
    return policy != null ? policy : generalPolicy();
  }

  /** The first route that matches a call, or null. */
  public Route routeFor(Target target) {
    return table == null ? null : table.find(target);
  }

  /** Whether any call at all may be retried: without a route, or by one. */
  public boolean isEnabledAnywhere() {
    if (generalPolicy().enabled()) {
      return true;
    }
    for (int i = 0; routes != null && i < routes.length; i++) {
      if (routes[i].policy().enabled()) {
        return true;
      }
    }
    return false;
  }

  /** The policy for calls that no route matches. */
  public RetryPolicy generalPolicy() {
    RetryPolicy policy = general;
    if (policy == null) {
      policy = values().policy(null);
      general = policy;
    }
    return policy;
  }

  /** The value of an option outside the routes, and its source. */
  public Value value(Option option) {
    return values().get(option);
  }

  /** The routes, in the order in which they are tried. */
  public List<Route> routes() {
    List<Route> list = new ArrayList<>();
    if (routes != null) {
      Collections.addAll(list, routes);
    }
    return Collections.unmodifiableList(list);
  }

  /** The files that were read, the nearest first. */
  public List<File> files() {
    List<File> read = new ArrayList<>();
    for (Map.Entry<File, byte[]> file : files.entrySet()) {
      if (file.getValue() != null) {
        read.add(file.getKey());
      }
    }
    return Collections.unmodifiableList(read);
  }

  /** Whether there are files to watch for changes, even if none of them could be read. */
  public boolean watchesFiles() {
    return !files.isEmpty();
  }

  /** The files that were looked at, the nearest first; null for one that could not be read. */
  Map<File, byte[]> fileContents() {
    return files;
  }

  /**
   * The same with an option as an operator has set it: for all calls, also where a route sets it.
   * Only what a route has switched off is not switched on with the rest.
   */
  Configuration with(Option option, String text) {
    Value value = new Value(text, Origin.RUN_TIME);
    Values changed = values().with(option, value);
    boolean staysOff = option == Option.ENABLED && "true".equals(text);
    LogLevel level = option.perRoute() ? null : changed.settings().logLevel();
    Settings same = settings();
    return copy(changed, option, value, staysOff, level == null ? same : same.withLogLevel(level));
  }

  /** The same, except for what takes effect at a restart, which stays as it was at the start. */
  Configuration startedWith(Configuration first) {
    Values changed = values();
    for (Option option : Option.all()) {
      if (option.takesEffectAtRestart()) {
        changed = changed.with(option, first.value(option));
      }
    }
    Settings started = first.settings().withLogLevel(settings().logLevel());
    return copy(changed, Option.CONFIG, null, false, started);
  }

  private Configuration copy(
      Values newValues, Option option, Value value, boolean keep, Settings newSettings) {
    Route[] under = routes == null ? null : new Route[routes.length];
    for (int i = 0; under != null && i < under.length; i++) {
      under[i] = routes[i].under(newValues, option, keep ? routes[i].own(option) : value);
    }
    Configuration copy = new Configuration(newValues, null, under, faults, notes, files);
    copy.settings = newSettings;
    return copy;
  }

  private Values values() {
    Values known = values;
    if (known == null) {
      known = new Values(null);
      if (serviceOfOthers != null) {
        ThirdPartyVariables.service(
            Collections.singletonMap(ThirdPartyVariables.SERVICE, serviceOfOthers), known);
      }
      values = known;
    }
    return known;
  }
}

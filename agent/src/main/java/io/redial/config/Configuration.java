package io.redial.config;

import io.redial.policy.RetryPolicy;
import java.io.File;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All options as they were found, and the policies and settings that result from them. Immutable
 * and thread-safe. Policies, settings and defaults are computed at first use: a program that sets
 * no option and makes no call pays only for reading the names of its variables and properties.
 */
public final class Configuration {
  /**
   * Maximum number of faults listed; if there are more, one further fault says how many. So many
   * suggest that the file is not one of Redial's.
   */
  public static final int MAX_FAULTS = 100;

  /** The most routes that {@link #state} names. */
  private static final int MAX_NAMED = 5;

  private final List<ConfigError> faults;
  private final List<String> notes;
  private final Map<File, ByteBuffer> files;
  private final boolean isDefault;
  private final String serviceOfOthers;

  private final List<Route> routes;

  /** Null if there are no routes, so that a call then needs a single check. */
  private final RouteTable table;

  private volatile Values values;
  private volatile RetryPolicy general;
  private volatile Settings settings;

  private Configuration(
      Values values,
      String serviceOfOthers,
      List<Route> routes,
      List<ConfigError> faults,
      List<String> notes,
      Map<File, ByteBuffer> files) {
    this.values = values;
    this.isDefault = values == null;
    this.serviceOfOthers = serviceOfOthers;
    this.routes = Collections.unmodifiableList(routes);
    this.table = routes.isEmpty() ? null : new RouteTable(routes.toArray(new Route[0]));
    this.faults = faults;
    this.notes = notes;
    this.files = files;
  }

  /**
   * Reads the options from all their sources. Never throws: mistakes are collected in {@link
   * #faults} and have no effect.
   *
   * @param agentArguments the text after {@code -javaagent:redial-agent.jar=}, or null
   */
  public static Configuration load(String agentArguments, Environment environment) {
    return load(agentArguments, environment, null);
  }

  /**
   * Like {@link #load(String, Environment)}, for a service that the options may not name.
   *
   * @param service the name to use if the options set none, or null
   */
  public static Configuration load(String agentArguments, Environment environment, String service) {
    List<String> notes = new ArrayList<>();
    Set<String> properties = Collections.emptySet();
    Map<String, String> variables = Collections.emptyMap();
    Set<String> ownVariables = Collections.emptySet();
    try {
      properties = environment.ownProperties();
    } catch (RuntimeException e) {
      notes.add(ConfigError.quote("system properties cannot be read: " + e.getMessage()));
    }
    try {
      ownVariables = environment.ownVariables();
      variables = environment.variables();
    } catch (RuntimeException e) {
      notes.add(ConfigError.quote("environment variables cannot be read: " + e.getMessage()));
    }
    boolean nothingIsSet =
        service == null
            && (agentArguments == null || agentArguments.isEmpty())
            && properties.isEmpty()
            && ownVariables.isEmpty()
            && variables.get(ThirdPartyVariables.BACKOFF_BASE) == null;
    if (nothingIsSet) {
      String name = variables.get(ThirdPartyVariables.SERVICE);
      return new Configuration(
          null,
          name == null ? null : ThirdPartyVariables.service(variables),
          Collections.emptyList(),
          Collections.emptyList(),
          notes,
          Collections.emptyMap());
    }
    OptionReader reader = new OptionReader();
    if (agentArguments != null) {
      Arguments.read(agentArguments, reader);
    }
    if (!properties.isEmpty()) {
      reader.readProperties(properties, environment.properties());
    }
    reader.readVariables(ownVariables, variables);
    if (service != null) {
      Value named = new Value(service, Origin.file(service + OptionFiles.SUFFIX, 0, true));
      reader.values.setIfAbsent(Option.SERVICE, named);
    }
    return load(reader, variables, environment, notes);
  }

  private static Configuration load(
      OptionReader reader,
      Map<String, String> variables,
      Environment environment,
      List<String> notes) {
    List<Route> routes = Collections.emptyList();
    Map<File, ByteBuffer> files = Collections.emptyMap();
    Value config = reader.values.own(Option.CONFIG);
    if (config != null) {
      OptionFiles read = new OptionFiles(environment, reader, variables);
      routes = read.read(config);
      files = read.contents();
      notes.addAll(read.warnings());
    }
    if (variables.get(ThirdPartyVariables.SERVICE) != null) {
      ThirdPartyVariables.service(variables, reader.values);
    }
    if (variables.get(ThirdPartyVariables.BACKOFF_BASE) != null) {
      ThirdPartyVariables.backoff(variables, reader.values);
    }
    return new Configuration(reader.values, null, routes, reader.faults(), notes, files);
  }

  /** The mistakes in the options, in the order of their sources; empty if there are none. */
  public List<ConfigError> faults() {
    return Collections.unmodifiableList(faults);
  }

  /** Warnings: sources that could not be read, and files that every user can change. */
  public List<String> notes() {
    return Collections.unmodifiableList(notes);
  }

  /** Returns whether no option is set, {@code OTEL_SERVICE_NAME} aside. */
  public boolean isDefault() {
    return isDefault;
  }

  /** Option {@code service}, or null. Computes no values if no option is set. */
  public String service() {
    return isDefault ? serviceOfOthers : value(Option.SERVICE).text();
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
   * Returns the policy for a call: that of the first route that matches, or the general one.
   *
   * @param target not accessed if there are no routes
   */
  public RetryPolicy policyFor(Target target) {
    Route route = routeFor(target);
    return route == null ? generalPolicy() : route.policy();
  }

  /** Returns the first route that matches a call, or null. */
  public Route routeFor(Target target) {
    return table == null ? null : table.find(target);
  }

  /**
   * Returns whether operators need access. They do not if Redial is switched off everywhere on
   * purpose, but they do if the options have errors, which they must be able to see.
   */
  public boolean concernsOperators() {
    if (generalPolicy().enabled() || !faults.isEmpty()) {
      return true;
    }
    for (Route route : routes) {
      if (route.policy().enabled()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether Redial is on, in words that say how far it is on (rule 11.1): {@code on},
   * {@code OFF}, {@code observing (mode=observe)} or {@code on for 10% of calls (rollout=10%)}, and
   * the routes that differ from that: {@code on; route stock: OFF}.
   */
  public String state() {
    String inGeneral = state(value(Option.ENABLED), value(Option.MODE), value(Option.ROLLOUT));
    List<String> different = new ArrayList<>();
    for (Route route : routes) {
      String own =
          state(route.value(Option.ENABLED), route.value(Option.MODE), route.value(Option.ROLLOUT));
      if (!own.equals(inGeneral)) {
        different.add("; route " + route.name() + ": " + own);
      }
    }
    int named = Math.min(MAX_NAMED, different.size());
    int more = different.size() - named;
    String others = more > 0 ? "; and " + more + " more routes" : "";
    return inGeneral + String.join("", different.subList(0, named)) + others;
  }

  private static String state(Value enabled, Value mode, Value rollout) {
    if (!"true".equals(enabled.text())) {
      return "OFF";
    }
    if ("observe".equals(mode.text())) {
      return "observing (mode=observe)";
    }
    String share = rollout.text();
    return share.equals(Option.ROLLOUT.defaultText())
        ? "on"
        : "on for " + share + " of calls (rollout=" + share + ")";
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
    return routes;
  }

  /** The files that were read: the one that {@code config} leads to, then those that it extends. */
  public List<File> files() {
    List<File> read = new ArrayList<>();
    for (Map.Entry<File, ByteBuffer> file : files.entrySet()) {
      if (file.getValue() != null) {
        read.add(file.getKey());
      }
    }
    return Collections.unmodifiableList(read);
  }

  /** Returns whether there are files to watch for changes, even if none of them could be read. */
  public boolean watchesFiles() {
    return !files.isEmpty();
  }

  /** The files that were looked at, in order; null for one that could not be read. */
  Map<File, ByteBuffer> fileContents() {
    return files;
  }

  /**
   * Returns a copy with an option set by an operator. The value applies to all calls, even where a
   * route sets the option. Only a route that is switched off by a key of its own stays off when the
   * rest is switched on.
   */
  Configuration with(Option option, String text, Origin origin) {
    Value value = new Value(text, origin);
    boolean staysOff = option == Option.ENABLED && "true".equals(text);
    return copy(values().with(null, option, value), option, value, staysOff, this);
  }

  /** Returns a copy whose options that take effect at a restart are as they were at the start. */
  Configuration startedWith(Configuration first) {
    Values changed = values();
    for (Option option : Option.values()) {
      if (option.takesEffectAtRestart()) {
        changed = changed.with(null, option, first.value(option));
      }
    }
    return copy(changed, Option.CONFIG, null, false, first);
  }

  private Configuration copy(
      Values newValues, Option option, Value value, boolean keep, Configuration started) {
    List<Route> under = new ArrayList<>();
    for (Route route : routes) {
      under.add(route.under(newValues, option, keep ? route.own(option) : value));
    }
    Configuration copy = new Configuration(newValues, null, under, faults, notes, files);
    // The only part of an option that is fixed at the start while the rest of it may change.
    copy.settings().replayBufferBytes = started.settings().replayBufferBytes;
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

package io.redial.config;

import io.redial.policy.RetryPolicy;
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
  private final List<Fault> faults;
  private final List<String> notes;
  private final String serviceOfOthers;

  private volatile Values values;
  private volatile RetryPolicy general;
  private volatile Settings settings;

  private Configuration(
      Values values, String serviceOfOthers, List<Fault> faults, List<String> notes) {
    this.values = values;
    this.serviceOfOthers = serviceOfOthers;
    this.faults = faults;
    this.notes = notes;
  }

  /**
   * Reads the options from all their sources. Never throws: whatever is wrong with them is in
   * {@link #faults}, and has then no effect.
   *
   * @param agentArguments what stands after {@code -javaagent:redial-agent.jar=}, or null
   */
  public static Configuration load(String agentArguments, Environment environment) {
    List<String> notes = Collections.emptyList();
    List<String> properties = Collections.emptyList();
    Map<String, String> variables = Collections.emptyMap();
    List<String> ownVariables = Collections.emptyList();
    try {
      properties = environment.ownProperties();
    } catch (SecurityException e) {
      notes = noting(notes, "system properties cannot be read: " + e.getMessage());
    }
    try {
      ownVariables = environment.ownVariables();
      variables = environment.variables();
    } catch (SecurityException e) {
      notes = noting(notes, "environment variables cannot be read: " + e.getMessage());
    }
    boolean nothing =
        (agentArguments == null || agentArguments.isEmpty())
            && properties.isEmpty()
            && ownVariables.isEmpty()
            && variables.get("KUBE_CLIENT_BACKOFF_BASE") == null;
    if (nothing) {
      String service = variables.get("OTEL_SERVICE_NAME");
      return new Configuration(null, service, Collections.<Fault>emptyList(), notes);
    }
    OptionReader reader = new OptionReader();
    if (agentArguments != null) {
      new Arguments(agentArguments, reader).read();
    }
    if (!properties.isEmpty()) {
      reader.readProperties(properties, environment.properties());
    }
    reader.readVariables(ownVariables, variables);
    Foreign.service(variables, reader.values);
    Foreign.backoff(variables, reader.values);
    return new Configuration(
        reader.values, null, Collections.unmodifiableList(reader.faults), notes);
  }

  private static List<String> noting(List<String> notes, String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(Fault.quote(note));
    return Collections.unmodifiableList(more);
  }

  /** What is wrong with the options, in the order of their sources; empty if all is well. */
  public List<Fault> faults() {
    return faults;
  }

  /** What could not be looked at, e.g. because of a security manager; no faults. */
  public List<String> notes() {
    return notes;
  }

  /** The options that are the whole process's. */
  public Settings settings() {
    Settings known = settings;
    if (known == null) {
      known = values().settings();
      settings = known;
    }
    return known;
  }

  /** The policy for a call: that of the first route that matches, or the general one. */
  public RetryPolicy policyFor(Target target) {
    RetryPolicy policy = general;
    return policy != null ? policy : generalPolicy();
  }

  private RetryPolicy generalPolicy() {
    RetryPolicy policy = values().policy();
    general = policy;
    return policy;
  }

  /** What holds for an option outside the routes, and where it comes from. */
  public Value value(Option option) {
    return values().get(option);
  }

  /** This configuration with a value that an operator has set while the program runs. */
  Configuration withRunTime(Option option, String text) {
    Value value = new Value(text, Origin.RUN_TIME);
    Values more = values().with(option, value, null);
    return new Configuration(more, null, faults, notes);
  }

  private Values values() {
    Values known = values;
    if (known == null) {
      known = new Values(null);
      if (serviceOfOthers != null) {
        Foreign.service(Collections.singletonMap(Foreign.SERVICE, serviceOfOthers), known);
      }
      values = known;
    }
    return known;
  }
}

package io.redial.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * Reads the options from the strongest source to the weakest; a value that is set is not replaced.
 * Every mistake becomes a {@link ConfigError}, even in a value that a stronger source overrides.
 */
final class OptionReader {
  final Values values = new Values(null);

  private final List<ConfigError> faults = new ArrayList<>();
  private final OptionBinder check = new OptionBinder();
  private int more;

  /** Adds a mistake that is neither an unknown key nor a bad value. */
  void fault(String key, Origin origin, String problem) {
    fault(ConfigError.of(key, origin, problem));
  }

  void fault(ConfigError fault) {
    if (faults.size() < Configuration.MAX_FAULTS) {
      faults.add(fault);
    } else {
      more++;
    }
  }

  /** Returns all mistakes, or the first hundred and one error that says how many more there are. */
  List<ConfigError> faults() {
    if (more > 0) {
      Origin last = faults.get(faults.size() - 1).origin();
      faults.add(ConfigError.of("", last, "and " + more + " more errors"));
      more = 0;
    }
    return faults;
  }

  /**
   * Sets the option unless a stronger source has set it; reports a value that it does not accept.
   */
  private void offer(Values into, Option option, String name, String text, Origin origin) {
    String trimmed = text.trim();
    try {
      check.set(option, trimmed);
      into.setIfAbsent(option, new Value(trimmed, origin));
    } catch (BadValue bad) {
      fault(ConfigError.badValue(name, option.syntax(), trimmed, origin, bad));
    }
  }

  /**
   * Sets an option in a place other than a file.
   *
   * @param prefix what stands before each key there
   */
  void set(String prefix, String key, String text, Origin origin) {
    if (key.startsWith(FileOptions.ROUTE_PREFIX) || key.equals(FileOptions.EXTENDS)) {
      String what = key.equals(FileOptions.EXTENDS) ? key : "a route";
      String problem = ConfigError.quote(key) + ": " + what + " can only be set in a file";
      fault(key, origin, problem);
    } else {
      set(values, prefix, key, text, origin);
    }
  }

  /**
   * Sets an option, or reports that there is none with this key.
   *
   * @param others what else is a key there, and may have been meant
   */
  void set(Values into, String prefix, String key, String text, Origin origin, String... others) {
    Option option = Option.ofKey(key);
    if (option != null) {
      offer(into, option, prefix + key, text, origin);
    } else {
      List<String> keys = Option.keys();
      keys.addAll(Arrays.asList(others));
      String dotted = Option.SYSTEM_PROPERTY_PREFIX;
      String nearest = nearest(key.startsWith(dotted) ? key.substring(dotted.length()) : key, keys);
      String suggestion = nearest == null ? null : prefix + nearest;
      fault(ConfigError.unknown(prefix + key, origin, suggestion));
    }
  }

  /** Returns what was probably meant, or null. */
  private String nearest(String found, List<String> candidates) {
    boolean isFull = faults.size() == Configuration.MAX_FAULTS;
    return isFull ? null : SpellingSuggestion.of(found, candidates);
  }

  void readProperties(Set<String> names, Properties properties) {
    for (String name : names) {
      String text = properties.getProperty(name);
      if (text != null) {
        String key = name.substring(Option.SYSTEM_PROPERTY_PREFIX.length());
        set(Option.SYSTEM_PROPERTY_PREFIX, key, text, Origin.systemProperty(name));
      }
    }
  }

  /** Reads the variables. An empty one counts as not set: many launchers cannot leave one out. */
  void readVariables(Set<String> names, Map<String, String> variables) {
    List<String> known = new ArrayList<>();
    for (Option option : Option.values()) {
      known.add(Option.ENVIRONMENT_PREFIX + option.name());
    }
    for (String name : names) {
      String text = variables.get(name);
      Origin origin = Origin.environment(name);
      if (!known.contains(name)) {
        fault(ConfigError.unknown(name, origin, nearest(name, known)));
      } else if (text != null && !text.trim().isEmpty()) {
        String own = name.substring(Option.ENVIRONMENT_PREFIX.length());
        offer(values, Option.valueOf(own), name, text, origin);
      }
    }
  }
}

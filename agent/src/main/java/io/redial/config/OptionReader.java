package io.redial.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Reads the options from the strongest source to the weakest; a value that is set is not replaced.
 * Every mistake becomes a {@link ConfigError}, even in a value that a stronger source overrides.
 */
final class OptionReader {
  final Values values = new Values(null);

  /** Maximum number of faults listed. More suggest that the file is not one of Redial's. */
  static final int MAX_FAULTS = 100;

  private final List<ConfigError> faults = new ArrayList<>();
  private final OptionBinder check = new OptionBinder();
  private int more;

  void fault(ConfigError fault) {
    if (faults.size() < MAX_FAULTS) {
      faults.add(fault);
    } else {
      more++;
    }
  }

  /** Returns all mistakes, or the first hundred and one error that says how many more there are. */
  List<ConfigError> faults() {
    if (more > 0) {
      faults.add(
          ConfigError.of("", faults.get(MAX_FAULTS - 1).origin(), "and " + more + " more errors"));
      more = 0;
    }
    return faults;
  }

  /**
   * Sets the option unless a stronger source has set it; reports a value that it does not accept.
   */
  void offer(Option option, String name, String text, Origin origin) {
    offer(values, option, name, text, origin);
  }

  void offer(Values into, Option option, String name, String text, Origin origin) {
    String trimmed = text.trim();
    try {
      check.set(option, trimmed);
      into.setIfAbsent(option, new Value(trimmed, origin));
    } catch (BadValue bad) {
      fault(ConfigError.badValue(name, option, trimmed, origin, bad));
    }
  }

  /** Reports an unknown key. */
  void unknown(String key, Origin origin) {
    if (key.startsWith("route.") || key.equals("extends")) {
      String what = key.equals("extends") ? "extends" : "a route";
      fault(
          ConfigError.of(
              key, origin, ConfigError.quote(key) + ": " + what + " can only be set in a file"));
      return;
    }
    fault(ConfigError.unknown(key, origin, nearestKey(key, Option.CONFIG.key())));
  }

  /** Returns the key that was probably meant, or null. {@code oneMore} counts as a key, too. */
  String nearestKey(String key, String oneMore) {
    if (key.startsWith(Option.SYSTEM_PROPERTY_PREFIX)) {
      return nearestKey(key.substring(Option.SYSTEM_PROPERTY_PREFIX.length()), oneMore);
    }
    if (faults.size() == MAX_FAULTS) {
      return null;
    }
    Option[] options = Option.all();
    String[] keys = new String[options.length + 1];
    for (int i = 0; i < options.length; i++) {
      keys[i] = options[i].key();
    }
    keys[options.length] = oneMore;
    return SpellingSuggestion.of(key, keys);
  }

  void readProperties(List<String> names, Properties properties) {
    for (String name : names) {
      String text = properties.getProperty(name);
      String key = name.substring(Option.SYSTEM_PROPERTY_PREFIX.length());
      Option option = Option.ofKey(key);
      Origin origin = Origin.systemProperty(name);
      if (option != null) {
        if (text != null) {
          offer(option, name, text, origin);
        }
      } else if (key.startsWith("route.") || key.equals("extends")) {
        unknown(key, origin);
      } else {
        String nearest = nearestKey(key, Option.CONFIG.key());
        String suggestion = nearest == null ? null : Option.SYSTEM_PROPERTY_PREFIX + nearest;
        fault(ConfigError.unknown(name, origin, suggestion));
      }
    }
  }

  /** Reads the variables. An empty one counts as not set: many launchers cannot leave one out. */
  void readVariables(List<String> names, Map<String, String> variables) {
    for (String name : names) {
      String text = variables.get(name);
      Option option = ofEnvironmentVariable(name);
      Origin origin = Origin.environment(name);
      if (option == null) {
        fault(ConfigError.unknown(name, origin, nearestVariable(name)));
      } else if (text != null && !text.trim().isEmpty()) {
        offer(option, name, text, origin);
      }
    }
  }

  private static String nearestVariable(String name) {
    String[] variables = new String[Option.all().length];
    for (int i = 0; i < variables.length; i++) {
      variables[i] = variable(Option.all()[i]);
    }
    return SpellingSuggestion.of(name, variables);
  }

  /** Returns the option that an environment variable sets, or null. */
  private static Option ofEnvironmentVariable(String name) {
    for (Option option : Option.all()) {
      if (variable(option).equals(name)) {
        return option;
      }
    }
    return null;
  }

  /** Returns the option's key as an environment variable, e.g. {@code REDIAL_MAX_RETRIES}. */
  static String variable(Option option) {
    String key = option.key();
    StringBuilder name = new StringBuilder(Option.ENVIRONMENT_PREFIX);
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      name.append(c == '-' ? '_' : (char) (c - 'a' + 'A'));
    }
    return name.toString();
  }
}

package io.redial.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Reads the options from the strongest source to the weakest; what is set stays. Every mistake
 * becomes a {@link Fault}, also in a value that a stronger one hides.
 */
final class OptionReader {
  final Values values = new Values(null);

  /** A file of many routes may say the same of each. */
  private static final int MOST_NOTES = 10;

  /** More than these are the sign of a file that is none of ours. */
  static final int MOST_FAULTS = 100;

  private final List<Fault> faults = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Assignment check = new Assignment();
  private int more;
  private int moreNotes;

  void fault(Fault fault) {
    if (faults.size() < MOST_FAULTS) {
      faults.add(fault);
    } else {
      more++;
    }
  }

  /** All faults; or the first hundred, and one that says how many there are more. */
  List<Fault> faults() {
    if (more > 0) {
      faults.add(
          Fault.of("", faults.get(MOST_FAULTS - 1).origin(), more + " mistakes more follow"));
      more = 0;
    }
    return faults;
  }

  /** What is right, but not what it seems. */
  List<String> notes() {
    if (moreNotes > 0) {
      notes.add("the same is true of " + moreNotes + " more");
      moreNotes = 0;
    }
    return notes;
  }

  /** Takes a value that some source gives to an option, if it is one. */
  void offer(Option option, String name, String text, Origin origin) {
    offer(values, option, name, text, origin);
  }

  void offer(Values into, Option option, String name, String text, Origin origin) {
    String trimmed = text.trim();
    try {
      check.set(option, trimmed);
      into.setIfAbsent(option, new Value(trimmed, origin));
      if (option == Option.RESUME && !trimmed.equals(option.defaultText())) {
        noEffect(name + "=" + trimmed, origin);
      }
    } catch (BadValue bad) {
      fault(Fault.badValue(name, option, trimmed, origin, bad));
    }
  }

  private void noEffect(String setting, Origin origin) {
    if (notes.size() < MOST_NOTES) {
      notes.add(Fault.quote(setting) + " has no effect: no stream is resumed (" + origin + ")");
    } else {
      moreNotes++;
    }
  }

  /** Reports a key that is none of ours. */
  void unknown(String key, Origin origin) {
    if (key.startsWith("route.") || key.equals("extends")) {
      String plural = key.equals("extends") ? "extends" : "a route";
      fault(Fault.of(key, origin, Fault.quote(key) + ": " + plural + " can be set in a file only"));
      return;
    }
    fault(Fault.unknown(key, origin, nearestKey(key, Option.CONFIG.key())));
  }

  /** The key that was probably meant, or null; one key more counts than there are options. */
  String nearestKey(String key, String oneMore) {
    if (key.startsWith(Option.SYSTEM_PROPERTY_PREFIX)) {
      return nearestKey(key.substring(Option.SYSTEM_PROPERTY_PREFIX.length()), oneMore);
    }
    if (faults.size() == MOST_FAULTS) {
      return null;
    }
    Option[] options = Option.all();
    String[] keys = new String[options.length + 1];
    for (int i = 0; i < options.length; i++) {
      keys[i] = options[i].key();
    }
    keys[options.length] = oneMore;
    return Nearest.of(key, keys);
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
        fault(Fault.unknown(name, origin, suggestion));
      }
    }
  }

  /** An empty variable counts as not set: many launchers cannot leave one out. */
  void readVariables(List<String> names, Map<String, String> variables) {
    for (String name : names) {
      String text = variables.get(name);
      Option option = Option.ofEnvironmentVariable(name);
      Origin origin = Origin.environment(name);
      if (option == null) {
        fault(Fault.unknown(name, origin, nearestVariable(name)));
      } else if (text != null && !text.trim().isEmpty()) {
        offer(option, name, text, origin);
      }
    }
  }

  private static String nearestVariable(String name) {
    String[] variables = new String[Option.all().length];
    for (int i = 0; i < variables.length; i++) {
      variables[i] = Option.all()[i].environmentVariable();
    }
    return Nearest.of(name, variables);
  }
}

package io.redial.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The differences between two configurations, in words. */
final class ConfigDiff {
  /**
   * Maximum number of changes listed. Thousands would be unreadable, and the file shows them all.
   */
  private static final int MAX = 50;

  private final Configuration before;
  private final Configuration after;

  private final List<String> changes = new ArrayList<>();

  private ConfigDiff(Configuration before, Configuration after) {
    this.before = before;
    this.after = after;
  }

  /**
   * Returns the differences in one line, e.g. {@code max-retries 5 -> 2, route.stock removed}, or
   * {@code nothing}.
   */
  static String between(Configuration before, Configuration after) {
    ConfigDiff difference = new ConfigDiff(before, after);
    for (Option option : Option.values()) {
      difference.option(option);
    }
    difference.routes(byName(before), byName(after));
    List<String> changes = difference.changes;
    String listed = String.join(", ", changes.subList(0, Math.min(MAX, changes.size())));
    if (changes.size() > MAX) {
      return listed + ", and " + (changes.size() - MAX) + " more";
    }
    return changes.isEmpty() ? "nothing" : listed;
  }

  /**
   * Returns the line for the first valid configuration after a start with mistakes: it says that
   * they are corrected, and which changes need a restart.
   *
   * @param inForce what holds from now on
   */
  static String healed(Configuration first, Configuration after, Configuration inForce) {
    ConfigDiff difference = new ConfigDiff(first, after);
    difference.changes.add(
        inForce.generalPolicy().enabled()
            ? "Redial is " + inForce.state() + ": the options are now valid"
            : "the options are now valid; Redial is switched off");
    for (Option option : Option.values()) {
      if (!difference.atRestart(option).isEmpty()) {
        difference.option(option);
      }
    }
    return String.join(", ", difference.changes);
  }

  private void option(Option option) {
    String was = before.value(option).text();
    differ(option.key(), was, after.value(option).text(), atRestart(option));
  }

  /** Returns a note about what of a change takes effect at a restart; empty if nothing does. */
  private String atRestart(Option option) {
    if (option.takesEffectAtRestart()) {
      return " (takes effect at restart)";
    }
    return option == Option.REPLAY_BUFFER
            && before.settings().replayBufferBytes() != after.settings().replayBufferBytes()
        ? " (its second part takes effect at restart)"
        : "";
  }

  private static Map<String, Route> byName(Configuration configuration) {
    Map<String, Route> routes = new LinkedHashMap<>();
    for (Route route : configuration.routes()) {
      routes.put(route.name(), route);
    }
    return routes;
  }

  private void routes(Map<String, Route> before, Map<String, Route> after) {
    for (Map.Entry<String, Route> old : before.entrySet()) {
      String key = FileOptions.ROUTE_PREFIX + old.getKey();
      Route now = after.get(old.getKey());
      if (now == null) {
        changes.add(ConfigError.quote(key + " removed"));
      } else {
        route(key, old.getValue(), now);
      }
    }
    for (Map.Entry<String, Route> now : after.entrySet()) {
      if (!before.containsKey(now.getKey())) {
        String key = FileOptions.ROUTE_PREFIX + now.getKey();
        changes.add(ConfigError.quote(key + " added: " + now.getValue().match().text()));
      }
    }
    boolean reordered =
        before.keySet().equals(after.keySet())
            && !String.join("\n", before.keySet()).equals(String.join("\n", after.keySet()));
    if (reordered) {
      changes.add(ConfigError.quote("order of routes " + String.join(" ", after.keySet())));
    }
  }

  private void route(String key, Route before, Route after) {
    differ(key + FileOptions.MATCH, before.match().text(), after.match().text(), "");
    for (Option option : Option.values()) {
      differ(key + "." + option.key(), text(before.own(option)), text(after.own(option)), "");
    }
  }

  private static String text(Value value) {
    return value == null ? "(inherited)" : value.text();
  }

  private void differ(String key, String before, String after, String note) {
    if (!Objects.equals(before, after)) {
      changes.add(ConfigError.quote(key + " " + shown(before) + " -> " + shown(after)) + note);
    }
  }

  private static String shown(String value) {
    return value == null ? "(not set)" : ConfigError.quote(value);
  }
}

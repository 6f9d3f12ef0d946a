package io.redial.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** The differences between two configurations, in words. */
final class ConfigDiff {
  /**
   * Maximum number of changes listed. Thousands would be unreadable, and the file shows them all.
   */
  private static final int MAX = 50;

  private final Configuration before;
  private final Configuration after;

  private final StringBuilder text = new StringBuilder();
  private int count;

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
    if (difference.count > MAX) {
      return difference.text + ", and " + (difference.count - MAX) + " more";
    }
    return difference.count == 0 ? "nothing" : difference.text.toString();
  }

  /**
   * Returns the line for the first valid configuration after a start with mistakes: it says that
   * they are corrected, and which changes need a restart.
   *
   * @param inForce what holds from now on
   */
  static String healed(Configuration first, Configuration after, Configuration inForce) {
    ConfigDiff difference = new ConfigDiff(first, after);
    difference.text.append(
        inForce.generalPolicy().enabled()
            ? "Redial is " + inForce.state() + ": the options are now valid"
            : "the options are now valid; Redial is switched off");
    for (Option option : Option.values()) {
      if (!difference.atRestart(option).isEmpty()) {
        difference.option(option);
      }
    }
    return difference.text.toString();
  }

  private void option(Option option) {
    if (differ(option.key(), before.value(option).text(), after.value(option).text())) {
      text.append(atRestart(option));
    }
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
        add(key + " removed");
      } else {
        route(key, old.getValue(), now);
      }
    }
    for (Map.Entry<String, Route> now : after.entrySet()) {
      if (!before.containsKey(now.getKey())) {
        add(FileOptions.ROUTE_PREFIX + now.getKey() + " added: " + now.getValue().match().text());
      }
    }
    boolean reordered =
        before.keySet().equals(after.keySet())
            && !String.join("\n", before.keySet()).equals(String.join("\n", after.keySet()));
    if (reordered) {
      add("order of routes " + String.join(" ", after.keySet()));
    }
  }

  private void route(String key, Route before, Route after) {
    differ(key + FileOptions.MATCH, before.match().text(), after.match().text());
    for (Option option : Option.values()) {
      differ(key + "." + option.key(), text(before.own(option)), text(after.own(option)));
    }
  }

  private static String text(Value value) {
    return value == null ? "(inherited)" : value.text();
  }

  private boolean differ(String key, String before, String after) {
    if (before == null ? after == null : before.equals(after)) {
      return false;
    }
    add(key + " " + shown(before) + " -> " + shown(after));
    return true;
  }

  private static String shown(String value) {
    return value == null ? "(not set)" : ConfigError.quote(value);
  }

  private void add(String difference) {
    count++;
    if (count <= MAX) {
      text.append(text.length() == 0 ? "" : ", ").append(ConfigError.quote(difference));
    }
  }
}

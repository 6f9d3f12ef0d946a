package io.redial.config;

import java.util.HashMap;
import java.util.Map;

/** Collects what one file contains: options, routes, and which file it extends. */
final class FileOptions implements PropertiesText.Reader {
  static final String ROUTE_PREFIX = "route.";
  static final String MATCH = ".match";
  static final String EXTENDS = "extends";

  private final String path;
  private final boolean isQuoted;
  private final OptionReader reader;
  private final Map<String, Draft> routes;
  private final Map<String, Integer> lines = new HashMap<>();

  private Value extended;

  /**
   * Creates a reader for one file.
   *
   * @param isQuoted whether messages may quote what is in the file
   */
  FileOptions(String path, boolean isQuoted, OptionReader reader, Map<String, Draft> routes) {
    this.path = path;
    this.isQuoted = isQuoted;
    this.reader = reader;
    this.routes = routes;
  }

  /** The path of the file that this one extends, as it is written, or null. */
  Value extended() {
    return extended;
  }

  @Override
  public void mistake(String what, int line) {
    reader.fault(path, origin(line), what);
  }

  @Override
  public void entry(String key, String value, int line) {
    Origin origin = origin(line);
    if (key.isEmpty()) {
      reader.fault(key, origin, "the key is missing");
      return;
    }
    Integer before = lines.put(key, line);
    if (before != null) {
      reader.fault(key, origin, origin.quote(key) + " is set twice, first in line " + before);
      return;
    }
    if (key.startsWith(ROUTE_PREFIX)) {
      routeEntry(key, value.trim(), origin);
    } else if (key.equals(EXTENDS)) {
      extendsEntry(value.trim(), origin);
    } else if (key.equals(Option.CONFIG.key())) {
      reader.fault(key, origin, "config cannot be set in a file; use extends");
    } else {
      reader.set(reader.values, "", key, value, origin, EXTENDS);
    }
  }

  private Origin origin(int line) {
    return Origin.file(path, line, isQuoted);
  }

  private void extendsEntry(String value, Origin origin) {
    if (value.isEmpty()) {
      BadValue empty = new BadValue(null, null);
      reader.fault(
          ConfigError.badValue(EXTENDS, "a path relative to this file", "", origin, empty));
    } else {
      extended = new Value(value, origin);
    }
  }

  private void routeEntry(String key, String value, Origin origin) {
    int dot = key.indexOf('.', ROUTE_PREFIX.length());
    if (dot <= ROUTE_PREFIX.length()) {
      reader.fault(key, origin, origin.quote(key) + " is not of the form route.NAME.KEY");
      return;
    }
    String name = key.substring(ROUTE_PREFIX.length(), dot);
    Draft route = routes.get(name);
    if (route == null) {
      route = new Draft(name, origin, reader.values);
      routes.put(name, route);
    }
    String own = key.substring(dot + 1);
    Option option = Option.ofKey(own);
    if (key.substring(dot).equals(MATCH)) {
      route.match(key, value, origin, reader);
    } else if (option != null && !option.perRoute()) {
      String problem = origin.quote(key) + ": " + option.key() + " cannot be set for a route";
      reader.fault(key, origin, problem);
    } else if (option == Option.REPLAY_BUFFER && value.indexOf(':') >= 0) {
      BadValue bad = new BadValue("a route can only set the part for each call", null);
      reader.fault(ConfigError.badValue(key, option.syntax(), value, origin, bad));
    } else {
      String prefix = key.substring(0, dot + 1);
      reader.set(route.values, prefix, own, value, origin, MATCH.substring(1));
    }
  }

  /**
   * A route that is still being read, possibly from several files. Keys of a nearer file are kept.
   */
  static final class Draft {
    private final String name;
    private final Origin firstSeen;
    final Values values;

    private Value match;
    private UrlPattern pattern;
    private boolean matchIsBad;

    Draft(String name, Origin firstSeen, Values general) {
      this.name = name;
      this.firstSeen = firstSeen;
      this.values = new Values(general);
    }

    void match(String key, String text, Origin origin, OptionReader reader) {
      try {
        UrlPattern parsed = new UrlPattern(text);
        if (match == null) {
          match = new Value(text, origin);
          pattern = parsed;
        }
      } catch (BadValue bad) {
        matchIsBad = true;
        reader.fault(ConfigError.badValue(key, UrlPattern.SYNTAX, text, origin, bad));
      }
    }

    /**
     * Returns the route, or null if it has no valid pattern; a missing one is reported as a fault.
     */
    Route finish(OptionReader reader) {
      if (match != null) {
        return new Route(name, match, pattern, values);
      }
      if (!matchIsBad) {
        String key = ROUTE_PREFIX + name + MATCH;
        String problem = "route " + firstSeen.quote(name) + " has no " + firstSeen.quote(key);
        reader.fault(key, firstSeen, problem);
      }
      return null;
    }
  }
}

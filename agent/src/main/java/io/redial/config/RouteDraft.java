package io.redial.config;

/**
 * A route that is still being read, possibly from several files. Keys of a nearer file are kept.
 */
final class RouteDraft {
  private final String name;
  private final Origin firstSeen;
  final Values values;

  private Value match;
  private UrlPattern pattern;
  private boolean matchIsBad;

  RouteDraft(String name, Origin firstSeen, Values general) {
    this.name = name;
    this.firstSeen = firstSeen;
    this.values = new Values(general);
  }

  void match(String key, String text, Origin origin, OptionReader reader) {
    try {
      UrlPattern parsed = UrlPattern.of(text);
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
      String key = FileOptions.ROUTE_PREFIX + name + FileOptions.MATCH;
      String problem = "route " + firstSeen.quote(name) + " has no " + firstSeen.quote(key);
      reader.fault(ConfigError.of(key, firstSeen, problem));
    }
    return null;
  }
}

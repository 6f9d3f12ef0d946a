package io.redial.config;

import java.util.List;

/**
 * Option {@code redact}: paths that contain secrets, such as the token of a bot or the address of a
 * webhook. The first pattern that matches a path is shown in its place, so whatever its wildcards
 * match shows as {@code *}. Immutable. Used only where a path is shown.
 */
public final class RedactedPaths {
  private final PathPattern[] patterns;
  private final String[] shown;

  private RedactedPaths(PathPattern[] patterns, String[] shown) {
    this.patterns = patterns;
    this.shown = shown;
  }

  /** Parses a list of patterns; returns null for {@code none}. */
  static RedactedPaths of(String text) throws BadValue {
    List<String> items = ListSyntax.items(text);
    PathPattern[] patterns = new PathPattern[items.size()];
    String[] shown = new String[items.size()];
    for (int i = 0; i < patterns.length; i++) {
      String item = items.get(i);
      if (item.charAt(0) != '/') {
        throw new BadValue("a path begins with a slash", "/" + item);
      }
      if (item.indexOf('*') < 0) {
        throw new BadValue(
            "only what * and ** match is hidden, and " + item + " has neither", null);
      }
      patterns[i] = PathPattern.of(item);
      shown[i] = item.replace("**", "*");
    }
    return patterns.length == 0 ? null : new RedactedPaths(patterns, shown);
  }

  /** Returns a path, without a query, as it may be shown. */
  public String shown(String path) {
    String normal = NormalPath.of(path); // An escape must not keep a secret from its pattern.
    for (int i = 0; i < patterns.length; i++) {
      if (patterns[i].matches(normal)) {
        return shown[i];
      }
    }
    return path;
  }
}

package io.redial.config;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Option {@code redact}: paths that contain secrets, such as the token of a bot or the address of a
 * webhook. The first pattern that matches a path is shown in its place, so whatever its wildcards
 * match shows as {@code *}. Immutable. Used only where a path is shown.
 */
public final class RedactedPaths {
  /** The patterns, and how the paths are shown that match them. */
  private final Map<PathPattern, String> shown;

  private RedactedPaths(Map<PathPattern, String> shown) {
    this.shown = shown;
  }

  /** Parses a list of patterns; returns null for {@code none}. */
  static RedactedPaths of(String text) throws BadValue {
    Map<PathPattern, String> shown = new LinkedHashMap<>();
    for (String item : ListSyntax.items(text)) {
      if (item.charAt(0) != '/') {
        throw new BadValue("a path begins with a slash", "/" + item);
      }
      BadValue.throwIf(
          item.indexOf('*') < 0,
          "only what * and ** match is hidden, and " + item + " has neither");
      shown.put(new PathPattern(item), item.replace("**", "*"));
    }
    return shown.isEmpty() ? null : new RedactedPaths(shown);
  }

  /** Returns a path, without a query, as it may be shown. */
  public String shown(String path) {
    String normal = NormalPath.of(path); // An escape must not keep a secret from its pattern.
    for (Map.Entry<PathPattern, String> pattern : shown.entrySet()) {
      if (pattern.getKey().matches(normal)) {
        return pattern.getValue();
      }
    }
    return path;
  }
}

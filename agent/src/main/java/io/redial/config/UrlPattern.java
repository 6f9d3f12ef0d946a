package io.redial.config;

import io.redial.policy.Digits;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a route matches: {@code [METHOD,METHOD ]scheme://host[:port]/path}. In it, {@code *} stands
 * for any part of a segment, {@code **} for any number of segments, and {@code *} alone for any
 * scheme, host, label of a host, or port. Immutable; matching allocates nothing.
 *
 * <p>Scheme and host are compared without regard to case. A missing port is the default port of the
 * scheme, an empty path is {@code /}, and a query is ignored. Paths are compared in the form of
 * {@link NormalPath}, case-sensitively, with dots left as they are.
 */
final class UrlPattern {
  static final String SYNTAX =
      "[METHOD,METHOD ]scheme://host[:port]/path with * within a segment, ** across segments, and"
          + " * alone as scheme, host, host label or port";

  private static final List<String> SCHEMES = Arrays.asList("*", "http", "https");
  private static final int LONGEST = 2_000;
  private static final int ANY_PORT = 0;
  private static final int DEFAULT_PORT = -1;

  private final Set<String> methods;
  private final String scheme;
  final HostPattern host;
  private final int port;
  private final PathPattern path;

  UrlPattern(String text) throws BadValue {
    BadValue.throwIf(text.length() > LONGEST, "longer than " + LONGEST + " characters");
    int space = text.replace('\t', ' ').indexOf(' ');
    this.methods = space < 0 ? null : methods(text.substring(0, space));
    String url = text.substring(space + 1).trim();
    int schemeEnd = url.indexOf("://");
    BadValue.throwIf(schemeEnd < 0, url.isEmpty() ? null : "the scheme is missing");
    int hostFrom = schemeEnd + 3;
    int slash = url.indexOf('/', hostFrom);
    if (slash < 0) {
      throw new BadValue("the path is missing", text + "/**");
    }
    int colon = url.indexOf(':', Math.max(hostFrom, url.lastIndexOf(']', slash)));
    int hostTo = colon >= 0 && colon < slash ? colon : slash;
    this.scheme = scheme(url.substring(0, schemeEnd));
    this.host = HostPattern.of(url.substring(hostFrom, hostTo));
    this.port = hostTo == slash ? DEFAULT_PORT : port(url.substring(hostTo + 1, slash));
    this.path = new PathPattern(url.substring(slash));
  }

  private static Set<String> methods(String text) throws BadValue {
    BadValue.throwIf(text.indexOf('/') >= 0, "there is a space in the URL");
    Set<String> methods = ListSyntax.methods(text);
    BadValue.throwIf(
        methods.isEmpty() || methods.contains("*"), "to match any method, leave the methods out");
    return methods;
  }

  /** Returns the scheme in lower case, or null for any scheme. */
  private static String scheme(String text) throws BadValue {
    String scheme = text.toLowerCase(Locale.ROOT);
    BadValue.throwIf(!SCHEMES.contains(scheme), "the scheme must be http, https or *");
    return scheme.equals("*") ? null : scheme;
  }

  private static int port(String text) throws BadValue {
    if ("*".equals(text)) {
      return ANY_PORT;
    }
    long port = Digits.number(text);
    BadValue.throwIf(port < 1 || port > 65_535, "the port must be a number from 1 to 65535 or *");
    return (int) port;
  }

  /**
   * Returns whether the pattern matches a target. A method, scheme or host that the target lacks is
   * matched only by a pattern that allows any.
   *
   * @param targetPath the target's path in the form of {@link NormalPath}, or null
   */
  boolean matches(Target target, String targetPath) {
    if (!path.mayMatch(targetPath) || (methods != null && !methods.contains(target.method()))) {
      return false;
    }
    String targetScheme = target.scheme();
    return (scheme == null || scheme.equalsIgnoreCase(targetScheme))
        && (port == ANY_PORT || matchesPort(target.port(), targetScheme))
        && host.matches(target.host())
        && path.matches(targetPath);
  }

  /** Returns whether this pattern certainly matches every call that the other matches. */
  boolean covers(UrlPattern other) {
    return (scheme == null || scheme.equals(other.scheme))
        && coversPort(other)
        && coversMethods(other.methods)
        && host.covers(other.host)
        && path.covers(other.path);
  }

  private boolean coversMethods(Set<String> others) {
    return methods == null || (others != null && methods.containsAll(others));
  }

  private boolean coversPort(UrlPattern other) {
    if (port == ANY_PORT || port == other.port) {
      return true;
    }
    // The default port depends on the scheme.
    return other.scheme != null && other.port != ANY_PORT && matchesPort(other.port, other.scheme);
  }

  private boolean matchesPort(int targetPort, String targetScheme) {
    int standard = "https".equalsIgnoreCase(targetScheme) ? 443 : 80;
    int wanted = port == DEFAULT_PORT ? standard : port;
    return wanted == (targetPort < 0 ? standard : targetPort);
  }
}

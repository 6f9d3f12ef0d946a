package io.redial.policy;

import java.util.Locale;

/**
 * A host in the one form that it is known by: {@code scheme://host:port} in lower case, the port
 * always there (RFC 3986 §6.2.2.1, §6.2.3), without user information.
 */
final class HostName {
  static final int NO_PORT = -1;

  final String text;
  final int port;

  /** Takes a host apart from its port; an IPv6 address with or without brackets. */
  HostName(String scheme, String host, int port) {
    String lowerScheme = scheme == null ? "http" : scheme.toLowerCase(Locale.ROOT);
    String lowerHost = host == null ? "" : host.toLowerCase(Locale.ROOT);
    if (lowerHost.indexOf(':') >= 0 && !lowerHost.startsWith("[")) {
      lowerHost = "[" + lowerHost + "]";
    }
    this.port = port(lowerScheme, port);
    String name = lowerScheme + "://" + lowerHost;
    this.text = this.port == NO_PORT ? name : name + ":" + this.port;
  }

  /** Takes the authority of a URI, also one that is not of the usual form; never throws. */
  static HostName ofAuthority(String scheme, String authority) {
    String hostAndPort =
        authority == null ? "" : authority.substring(authority.lastIndexOf('@') + 1);
    int colon = hostAndPort.indexOf(':', hostAndPort.lastIndexOf(']') + 1);
    if (colon < 0) {
      return new HostName(scheme, hostAndPort, NO_PORT);
    }
    int port = digits(hostAndPort, colon + 1);
    return port < NO_PORT
        ? new HostName(scheme, hostAndPort, NO_PORT)
        : new HostName(scheme, hostAndPort.substring(0, colon), port);
  }

  /** The port, or that of the scheme if there is none. */
  static int port(String scheme, int port) {
    if (port >= 0) {
      return port;
    }
    if (scheme == null || "http".equalsIgnoreCase(scheme)) {
      return 80;
    }
    return "https".equalsIgnoreCase(scheme) ? 443 : NO_PORT;
  }

  /** The number from there to the end, {@link #NO_PORT} if nothing is there, less if no port is. */
  private static int digits(String text, int from) {
    int number = from == text.length() ? NO_PORT : 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      number = c >= '0' && c <= '9' ? number * 10 + (c - '0') : Integer.MAX_VALUE;
      if (number > 65535) {
        return NO_PORT - 1;
      }
    }
    return number;
  }
}

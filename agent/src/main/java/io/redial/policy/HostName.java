package io.redial.policy;

import java.util.Locale;

/**
 * A host in the one form that it is known by: {@code scheme://host:port} in lower case, the port
 * always there (RFC 3986 §6.2.2.1, §6.2.3), without user information.
 */
final class HostName {
  static final int NO_PORT = -1;

  /** The limit of DNS. Longer names are invalid, and a client that invents them may invent many. */
  private static final int LONGEST = 255;

  /** What all hosts with longer names are known by together (rule 5.6). */
  static final HostName TOO_LONG = new HostName();

  final String text;
  final int port;

  private HostName() {
    this.text = "(host names longer than " + LONGEST + " characters)";
    this.port = NO_PORT;
  }

  /** Whether the host is one of those that share a state; a scheme of that length, too. */
  static boolean isTooLong(String scheme, String host) {
    return isTooLong(host) || isTooLong(scheme);
  }

  private static boolean isTooLong(String text) {
    return text != null && text.length() > LONGEST;
  }

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
}

package io.redial.policy;

import java.util.Locale;

/**
 * The normalised name of a host: {@code scheme://host:port} in lower case, always with the port
 * (RFC 3986 §6.2.2.1, §6.2.3) and without user information.
 */
final class HostName {
  static final int NO_PORT = -1;

  /** The limit of DNS. Longer names are invalid, and a program may make up any number of them. */
  private static final int LONGEST = 255;

  /** The name that all hosts with longer names share (rule 5.6). */
  static final HostName TOO_LONG = new HostName();

  final String text;
  final int port;

  private HostName() {
    this.text = "(host names longer than " + LONGEST + " characters)";
    this.port = NO_PORT;
  }

  /** Returns whether the host or the scheme is so long that the host shares {@link #TOO_LONG}. */
  static boolean isTooLong(String scheme, String host) {
    return isTooLong(host) || isTooLong(scheme);
  }

  private static boolean isTooLong(String text) {
    return text != null && text.length() > LONGEST;
  }

  /** Normalises the parts of a host; an IPv6 address may come with or without brackets. */
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

  /**
   * Returns the port or, if it is negative, the default port of the scheme; {@link #NO_PORT} if the
   * scheme has none.
   */
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

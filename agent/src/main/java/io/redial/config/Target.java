package io.redial.config;

/** What the routes compare of a request. The methods are called only if there are routes. */
public interface Target {

  /** The method as it goes on the wire, e.g. {@code GET}. */
  String method();

  /** {@code http} or {@code https}, in any case. */
  String scheme();

  /** The host without its port, in any case; an IPv6 address with or without its brackets. */
  String host();

  /** The port, or -1 for the default one of the scheme. */
  int port();

  /**
   * The path; it need not be percent-encoded, and a query after it is ignored. An empty path means
   * {@code /}.
   */
  String path();

  /**
   * A second form of the path in which the client may send it, or null. Only the client knows
   * whether it will: that can depend on its settings and on its route to the server.
   */
  default String otherPath() {
    return null;
  }
}

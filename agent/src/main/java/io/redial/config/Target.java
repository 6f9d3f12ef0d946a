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
   * The path as it is sent, percent-encoded. A query after it is ignored; an empty path means
   * {@code /}.
   */
  String path();
}

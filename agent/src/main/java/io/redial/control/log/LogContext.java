package io.redial.control.log;

/** The call that a line of the log is about (rule 11.5). Immutable. */
public final class LogContext {
  private final long number;
  private final String host;
  private final String route;
  private final String request;

  /**
   * Describes a call.
   *
   * @param number its number in this process
   * @param host {@code scheme://host:port}
   * @param route the route that matches it, or null
   * @param request method and URL
   */
  public LogContext(long number, String host, String route, String request) {
    this.number = number;
    this.host = host;
    this.route = route;
    this.request = request;
  }

  long number() {
    return number;
  }

  String host() {
    return host;
  }

  String route() {
    return route;
  }

  String request() {
    return request;
  }
}

package io.redial.control.log;

import io.redial.call.ObservedCall;

/** The call that a line of the log is about (rule 11.5). Immutable. */
public final class LogContext {
  /** Longer paths are cut, so that the line has room for the outcome, too. */
  private static final int LONGEST_PATH = 500;

  final long number;
  final String host;
  final String route;
  final String request;

  /** Describes a call. */
  public LogContext(ObservedCall call) {
    this(call.number(), call.hostName(), call.policy().route(), request(call));
  }

  LogContext(long number, String host, String route, String request) {
    this.number = number;
    this.host = host;
    this.route = route;
    this.request = request;
  }

  /** The method of a call, its host as JMX names it, and its path without the query. */
  public static String request(ObservedCall call) {
    String path = call.request().path();
    String shown = path == null ? "" : LogLine.path(path);
    String cut = shown.length() <= LONGEST_PATH ? shown : shown.substring(0, LONGEST_PATH) + "...";
    return call.request().method() + ' ' + call.hostName() + cut;
  }
}

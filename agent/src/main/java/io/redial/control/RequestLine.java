package io.redial.control;

import io.redial.call.ObservedCall;
import io.redial.control.log.LogContext;
import io.redial.control.log.LogLine;

/** Names a call as the log does: its method, and its URL without user info, query and fragment. */
final class RequestLine {
  /** Longer paths are cut, so that the line has room for the outcome, too. */
  private static final int LONGEST_PATH = 500;

  private RequestLine() {}

  static LogContext context(ObservedCall call) {
    return new LogContext(call.number(), call.hostName(), call.policy().route(), of(call));
  }

  /** Method and URL, with the host as JMX names it. */
  static String of(ObservedCall call) {
    return call.request().method() + ' ' + call.hostName() + shown(call.request().path());
  }

  private static String shown(String path) {
    if (path == null) {
      return "";
    }
    String shown = LogLine.path(path);
    return shown.length() <= LONGEST_PATH ? shown : shown.substring(0, LONGEST_PATH) + "...";
  }
}

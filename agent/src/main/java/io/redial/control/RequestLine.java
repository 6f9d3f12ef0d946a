package io.redial.control;

import io.redial.call.ObservedCall;
import io.redial.control.log.LogContext;

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
    String path = withoutQuery(call.request().path());
    return call.request().method() + ' ' + call.hostName() + path;
  }

  private static String withoutQuery(String path) {
    if (path == null) {
      return "";
    }
    int query = path.indexOf('?');
    int end = query < 0 ? path.length() : query;
    return end <= LONGEST_PATH ? path.substring(0, end) : path.substring(0, LONGEST_PATH) + "...";
  }
}

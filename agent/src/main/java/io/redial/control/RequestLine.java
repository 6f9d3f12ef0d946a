package io.redial.control;

import io.redial.config.Target;

/** A request as the log names it: without user info, query and fragment. */
final class RequestLine {
  /** Limited, so that the outcome has room in the line, too. */
  private static final int LONGEST_PATH = 500;

  private RequestLine() {}

  static String of(Target target) {
    StringBuilder line = new StringBuilder(80);
    line.append(target.method()).append(' ').append(target.scheme()).append("://");
    line.append(target.host());
    if (target.port() >= 0) {
      line.append(':').append(target.port());
    }
    return line.append(withoutQuery(target.path())).toString();
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

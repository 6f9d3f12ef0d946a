package io.redial.control;

import io.redial.config.Target;

/** A request as the log names it: without user info, query and fragment. */
final class RequestLine {
  private RequestLine() {}

  static String of(Target target) {
    StringBuilder line = new StringBuilder(80);
    line.append(target.method()).append(' ').append(target.scheme()).append("://");
    line.append(target.host());
    if (target.port() >= 0) {
      line.append(':').append(target.port());
    }
    String path = target.path();
    return line.append(path == null ? "" : path).toString();
  }
}

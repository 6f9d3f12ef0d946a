package io.redial.policy.stream;

import io.redial.policy.HeaderFields;
import java.util.List;
import java.util.Locale;

/** Recognises the head of a response with server-sent events (rule 10.3). */
final class EventStreamHead {
  private static final int OK = 200;

  private EventStreamHead() {}

  static boolean isOne(int status, HeaderFields headers) {
    List<String> types = headers.all("Content-Type");
    return status == OK
        && RangePlan.isIdentity(headers)
        && types.size() == 1
        && isEvents(types.get(0));
  }

  /**
   * Returns whether the type is that of events. Two types in one line are refused like two lines.
   */
  private static boolean isEvents(String type) {
    String lower = type.toLowerCase(Locale.ROOT);
    int end = endOfPart(lower, 0);
    boolean events = lower.substring(0, end).trim().equals("text/event-stream");
    while (events && end < lower.length()) {
      int start = end + 1;
      end = endOfPart(lower, start);
      events = isReadable(lower.substring(start, end).trim());
    }
    return events && lower.indexOf(',') < 0;
  }

  private static int endOfPart(String type, int start) {
    int semicolon = type.indexOf(';', start);
    return semicolon < 0 ? type.length() : semicolon;
  }

  /**
   * Returns whether events with this parameter of the type can be read. They are UTF-8 whatever the
   * charset says, but some servers really use the charset that they name, e.g. UTF-16.
   */
  private static boolean isReadable(String parameter) {
    if (!parameter.startsWith("charset=")) {
      return true;
    }
    switch (parameter.substring("charset=".length()).replace("\"", "")) {
      case "utf-8":
      case "utf8":
      case "us-ascii":
      case "iso-8859-1":
        return true;
      default:
        return false;
    }
  }
}

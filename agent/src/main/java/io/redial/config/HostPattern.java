package io.redial.config;

import io.redial.policy.Splitter;
import java.util.List;

/**
 * The host in a route's pattern: {@code *} alone matches any host, a label {@code *} any one label.
 */
final class HostPattern {
  private static final HostPattern ANY = new HostPattern(null);

  /** A null label matches any label; a null array matches any host. */
  private final String[] labels;

  private HostPattern(String[] labels) {
    this.labels = labels;
  }

  static HostPattern of(String text) throws BadValue {
    if ("*".equals(text)) {
      return ANY;
    }
    if (text.startsWith("[")) {
      return address(text);
    }
    List<String> parts = Splitter.of(text, '.');
    String[] labels = new String[parts.size()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = label(parts.get(i));
    }
    return new HostPattern(labels);
  }

  private static HostPattern address(String text) throws BadValue {
    boolean closed = text.endsWith("]") && text.length() >= 4;
    for (int i = 1; closed && i < text.length() - 1; i++) {
      char c = text.charAt(i);
      closed = c == ':' || c == '.' || c == '%' || Syntax.isLetterOrDigit(c);
    }
    BadValue.throwIf(!closed, "the host is not an IPv6 address");
    // It is split at its dots, if it has any, because matches() does so with every host.
    List<String> parts = Splitter.of(text.substring(1, text.length() - 1), '.');
    return new HostPattern(parts.toArray(new String[0]));
  }

  private static String label(String text) throws BadValue {
    if ("*".equals(text)) {
      return null;
    }
    BadValue.throwIf(text.isEmpty(), "the host is missing or has an empty label");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      BadValue.throwIf(c == '*', "in a host, * stands for a whole label");
      BadValue.throwIf(
          !Syntax.isLetterOrDigit(c) && c != '-' && c != '_',
          "the host has a character that a host name cannot have");
    }
    return text;
  }

  boolean matches(String host) {
    if (labels == null) {
      return true;
    }
    if (host == null) {
      return false;
    }
    int from = host.startsWith("[") ? 1 : 0;
    int to = host.endsWith("]") || host.endsWith(".") ? host.length() - 1 : host.length();
    for (String label : labels) {
      int dot = host.indexOf('.', from);
      int end = dot < 0 || dot > to ? to : dot;
      boolean differs =
          label != null
              && (label.length() != end - from
                  || !host.regionMatches(true, from, label, 0, end - from));
      if (differs || from > to) {
        return false;
      }
      from = end + 1;
    }
    return from > to;
  }

  /** Returns whether this pattern certainly matches every host that the other matches. */
  boolean covers(HostPattern other) {
    if (labels == null) {
      return true;
    }
    if (other.labels == null || other.labels.length != labels.length) {
      return false;
    }
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] != null && !labels[i].equalsIgnoreCase(other.labels[i])) {
        return false;
      }
    }
    return true;
  }
}

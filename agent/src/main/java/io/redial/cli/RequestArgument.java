package io.redial.cli;

import io.redial.config.Target;
import io.redial.policy.Digits;
import io.redial.policy.HeaderFields;
import io.redial.policy.RequestFacts;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collections;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A request without header fields, written {@code [METHOD ]URL}; the method is GET if missing. */
final class RequestArgument implements Target, RequestFacts {
  private static final int MAX_PORT = 65_535;
  private static final Pattern WORD = Pattern.compile("(\\S+)[ \t]+");

  /** User info, which does not count, host and port. */
  private static final Pattern AUTHORITY = Pattern.compile("(?:.*@)?(\\[.*]|[^:]*)(?::(.*))?");

  private final String method;
  private final String scheme;
  private final String host;
  private final int port;
  private final String path;

  private RequestArgument(String method, String scheme, String host, int port, String path) {
    this.method = method;
    this.scheme = scheme;
    this.host = host;
    this.port = port;
    this.path = path;
  }

  /**
   * Parses a request.
   *
   * @throws IllegalArgumentException if it is not a request; the message says why in a few words
   */
  static RequestArgument of(String text) {
    String trimmed = text.trim();
    Matcher word = WORD.matcher(trimmed);
    boolean hasMethod = word.lookingAt();
    String method = hasMethod ? checkedMethod(word.group(1)) : "GET";
    URI url = url(trimmed.substring(hasMethod ? word.end() : 0));
    // Not the parts that java.net.URI finds, which accepts no host names with an underscore.
    Matcher authority = AUTHORITY.matcher(url.getRawAuthority());
    if (!authority.matches()) {
      throw new IllegalArgumentException("the host is missing");
    }
    String host = checkedHost(authority.group(1));
    int port = port(authority.group(2));
    String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return new RequestArgument(method, url.getScheme().toLowerCase(Locale.ROOT), host, port, path);
  }

  /**
   * Checks that a method is a token (RFC 9110 §5.6.2). As in the options, one with lower-case
   * letters is taken for a typo.
   */
  private static String checkedMethod(String text) {
    if (text.indexOf('/') >= 0) {
      throw new IllegalArgumentException("there is a space in the URL");
    }
    if (!text.equals(text.toUpperCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "methods are upper case: " + text.toUpperCase(Locale.ROOT));
    }
    if (!text.matches("[A-Z0-9!#$%&'*+.^_`|~-]+")) {
      throw new IllegalArgumentException("the method has a character that it cannot have");
    }
    return text;
  }

  private static URI url(String text) {
    int schemeEnd = text.indexOf("://");
    if (schemeEnd < 0) {
      throw new IllegalArgumentException("the scheme is missing");
    }
    String scheme = text.substring(0, schemeEnd);
    if (!scheme.equalsIgnoreCase("http") && !scheme.equalsIgnoreCase("https")) {
      throw new IllegalArgumentException("the scheme must be http or https");
    }
    String rest = text.substring(schemeEnd + 3);
    if (rest.isEmpty() || "/?#".indexOf(rest.charAt(0)) >= 0) {
      throw new IllegalArgumentException("the host is missing");
    }
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e.getReason(), e);
    }
  }

  private static String checkedHost(String host) {
    if (host.isEmpty()) {
      throw new IllegalArgumentException("the host is missing");
    }
    if (!host.matches("\\[.*]|[A-Za-z0-9_.-]+")) {
      throw new IllegalArgumentException("the host has a character that a host name cannot have");
    }
    return host;
  }

  /** Returns the number of a port, or -1 if there is none. */
  private static int port(String text) {
    if (text == null || text.isEmpty()) {
      return -1;
    }
    long port = Digits.number(text);
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException("the port must be a number from 1 to " + MAX_PORT);
    }
    return (int) port;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String scheme() {
    return scheme;
  }

  @Override
  public String host() {
    return host;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public HeaderFields headers() {
    return name -> Collections.emptyList();
  }

  @Override
  public boolean repeatable() {
    return true;
  }

  /** The URL without user info, query and fragment, which no route looks at. */
  String url() {
    return scheme + "://" + host + (port < 0 ? "" : ":" + port) + path;
  }

  @Override
  public String toString() {
    return method + " " + url();
  }
}

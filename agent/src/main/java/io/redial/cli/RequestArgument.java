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

  /** Scheme, authority and the rest. */
  private static final Pattern URL = Pattern.compile("(.*?)://([^/?#]*).*", Pattern.DOTALL);

  /** User info, which does not count, host and port. */
  private static final Pattern AUTHORITY = Pattern.compile("(?:.*@)?(\\[.*]|[^:]*)(?::(.*))?");

  private final String method;
  private final String scheme;
  private final String host;
  private final int port;
  private final String path;

  /**
   * Parses a request.
   *
   * @throws IllegalArgumentException if it is not a request; the message says why in a few words
   */
  RequestArgument(String text) {
    String trimmed = text.trim();
    Matcher word = WORD.matcher(trimmed);
    boolean hasMethod = word.lookingAt();
    this.method = hasMethod ? word.group(1) : "GET";
    checkMethod(method);
    URI url = url(trimmed.substring(hasMethod ? word.end() : 0));
    // Not the parts that java.net.URI finds, which accepts no host names with an underscore.
    Matcher authority = AUTHORITY.matcher(url.getRawAuthority());
    check(authority.matches() && !authority.group(1).isEmpty(), "the host is missing");
    this.host = authority.group(1);
    check(
        host.matches("\\[.*]|[A-Za-z0-9_.-]+"),
        "the host has a character that a host name cannot have");
    this.port = port(authority.group(2));
    this.path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    this.scheme = url.getScheme().toLowerCase(Locale.ROOT);
  }

  private static void check(boolean isRight, String whatIsWrong) {
    if (!isRight) {
      throw new IllegalArgumentException(whatIsWrong);
    }
  }

  /**
   * Checks that a method is a token (RFC 9110 §5.6.2). As in the options, one with lower-case
   * letters is taken for a typo.
   */
  private static void checkMethod(String text) {
    check(text.indexOf('/') < 0, "there is a space in the URL");
    String upperCase = text.toUpperCase(Locale.ROOT);
    check(text.equals(upperCase), "methods are upper case: " + upperCase);
    check(
        text.matches("[A-Z0-9!#$%&'*+.^_`|~-]+"), "the method has a character that it cannot have");
  }

  private static URI url(String text) {
    Matcher url = URL.matcher(text);
    check(url.matches(), "the scheme is missing");
    check(url.group(1).matches("(?i)https?"), "the scheme must be http or https");
    check(!url.group(2).isEmpty(), "the host is missing");
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e.getReason(), e);
    }
  }

  /** Returns the number of a port, or -1 if there is none. */
  private static int port(String text) {
    if (text == null || text.isEmpty()) {
      return -1;
    }
    long port = Digits.number(text);
    check(port >= 1 && port <= MAX_PORT, "the port must be a number from 1 to " + MAX_PORT);
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

package io.redial.cli;

import io.redial.config.Target;
import io.redial.policy.HeaderFields;
import io.redial.policy.RequestFacts;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collections;
import java.util.Locale;

/** A request without header fields, written {@code [METHOD ]URL}; the method is GET if missing. */
final class RequestArgument implements Target, RequestFacts {
  private static final int MAX_PORT = 65_535;

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
    int space = endOfWord(trimmed);
    boolean hasMethod = space < trimmed.length();
    String method = hasMethod ? checkedMethod(trimmed.substring(0, space)) : "GET";
    URI url = url(trimmed.substring(hasMethod ? space : 0).trim());
    String host = url.getHost();
    int port = url.getPort();
    if (host == null) {
      // java.net.URI does not accept host names with an underscore.
      Authority authority = new Authority(url.getRawAuthority());
      host = authority.host;
      port = authority.port;
    }
    if (port > MAX_PORT || port == 0) {
      throw new IllegalArgumentException("the port must be a number from 1 to " + MAX_PORT);
    }
    String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return new RequestArgument(method, url.getScheme().toLowerCase(Locale.ROOT), host, port, path);
  }

  private static int endOfWord(String text) {
    int end = 0;
    while (end < text.length() && text.charAt(end) != ' ' && text.charAt(end) != '\t') {
      end++;
    }
    return end;
  }

  /**
   * Checks that a method is a token (RFC 9110 §5.6.2). As in the options, one with lower-case
   * letters is taken for a typo.
   */
  private static String checkedMethod(String text) {
    if (text.indexOf('/') >= 0) {
      throw new IllegalArgumentException("there is a space in the URL");
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 'a' && c <= 'z') {
        throw new IllegalArgumentException(
            "methods are upper case: " + text.toUpperCase(Locale.ROOT));
      }
      if ((c < 'A' || c > 'Z') && "0123456789!#$%&'*+-.^_`|~".indexOf(c) < 0) {
        throw new IllegalArgumentException("the method has a character that it cannot have");
      }
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

  /** The host and port of a URL whose authority {@link URI} does not parse. */
  private static final class Authority {
    final String host;
    final int port;

    Authority(String text) {
      String hostAndPort = text.substring(text.lastIndexOf('@') + 1);
      int colon = hostAndPort.indexOf(':');
      host = colon < 0 ? hostAndPort : hostAndPort.substring(0, colon);
      port = colon < 0 ? -1 : port(hostAndPort.substring(colon + 1));
      if (host.isEmpty()) {
        throw new IllegalArgumentException("the host is missing");
      }
      for (int i = 0; i < host.length(); i++) {
        char c = host.charAt(i);
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && "0123456789-_.".indexOf(c) < 0) {
          throw new IllegalArgumentException(
              "the host has a character that a host name cannot have");
        }
      }
    }

    private static int port(String text) {
      if (text.isEmpty()) {
        return -1;
      }
      return text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
    }
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

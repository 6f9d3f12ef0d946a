package io.redial.config;

import java.net.URI;

/** A request line that a test owns. */
final class FakeTarget implements Target {
  private final String method;
  private final String scheme;
  private final String host;
  private final int port;
  private final String path;

  FakeTarget(String method, String scheme, String host, int port, String path) {
    this.method = method;
    this.scheme = scheme;
    this.host = host;
    this.port = port;
    this.path = path;
  }

  static FakeTarget of(String method, String url) {
    URI uri = URI.create(url);
    return new FakeTarget(method, uri.getScheme(), uri.getHost(), uri.getPort(), uri.getRawPath());
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
}

package io.redial.client.apache4;

import io.redial.policy.stream.StreamPlans;
import java.net.URI;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.client.methods.HttpUriRequest;

/** Where a request goes, according to the client's arguments. */
final class RequestTarget {
  /** {@code ClientPNames.DEFAULT_HOST}: the host that relative requests of old clients go to. */
  private static final String DEFAULT_HOST = "http.default-host";

  private RequestTarget() {}

  /** Returns the host, or null if only the client's route planner knows it. */
  @SuppressWarnings("deprecation") // Parameters are how clients up to 4.2 were set up.
  static HttpHost host(HttpHost target, HttpRequest request) {
    if (target != null) {
      return target;
    }
    URI uri = uri(request);
    if (uri != null && uri.isAbsolute() && uri.getHost() != null) {
      return new HttpHost(uri.getHost(), uri.getPort(), uri.getScheme());
    }
    Object fallback = request.getParams().getParameter(DEFAULT_HOST);
    return fallback instanceof HttpHost ? (HttpHost) fallback : null;
  }

  static String method(HttpRequest request) {
    return request instanceof HttpUriRequest
        ? ((HttpUriRequest) request).getMethod()
        : request.getRequestLine().getMethod();
  }

  /** Returns the path without scheme and authority; a query may follow. */
  static String path(HttpRequest request) {
    URI uri = uri(request);
    if (uri != null) {
      return uri.getRawPath() == null ? "/" : uri.getRawPath();
    }
    String line = request.getRequestLine().getUri();
    int authority = line.indexOf("://");
    if (authority < 0 || line.startsWith("/")) {
      return line;
    }
    int path = line.indexOf('/', authority + 3);
    return path < 0 ? "/" : line.substring(path);
  }

  /** Returns the query, percent-encoded, or null. */
  static String query(HttpRequest request) {
    URI uri = uri(request);
    return uri != null ? uri.getRawQuery() : StreamPlans.query(request.getRequestLine().getUri());
  }

  private static URI uri(HttpRequest request) {
    return request instanceof HttpUriRequest ? ((HttpUriRequest) request).getURI() : null;
  }
}

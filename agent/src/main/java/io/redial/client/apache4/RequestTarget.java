package io.redial.client.apache4;

import io.redial.policy.stream.StreamPlans;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.utils.URIUtils;

/** Where a request goes, according to the client's arguments. */
final class RequestTarget {
  /** {@code ClientPNames.DEFAULT_HOST}: the host that relative requests of old clients go to. */
  private static final String DEFAULT_HOST = "http.default-host";

  /** Exists in 4.5.8 and newer, whose blocking clients merge slashes within a path, too. */
  private static final String SINCE_4_5_8 = "org.apache.http.client.utils.URIUtils$UriFlag";

  /** What a client does to several slashes in a row. */
  enum Rewriting {
    /** What the blocking clients do. */
    BLOCKING,
    /** What the asynchronous clients do. */
    ASYNCHRONOUS,
    /** Nothing. */
    NONE
  }

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
      String path = uri.getRawPath() == null ? "/" : uri.getRawPath();
      boolean begins = !uri.isAbsolute() && uri.getRawAuthority() != null;
      // Without a scheme, java.net.URI takes the first segment of //a/b for a host.
      return begins ? "//" + uri.getRawAuthority() + (path.isEmpty() ? "/" : path) : path;
    }
    String line = request.getRequestLine().getUri();
    int authority = line.indexOf("://");
    if (authority < 0 || line.startsWith("/")) {
      return line;
    }
    int path = line.indexOf('/', authority + 3);
    return path < 0 ? "/" : line.substring(path);
  }

  /**
   * Returns the path as the client sends one with several slashes in a row, or null if there are
   * none. The blocking clients of 4.5.8 and newer merge all of them, unless their configuration
   * says otherwise or a proxy is in between. For all others, the client's own code is asked: up to
   * 4.5.7 it merges those in front.
   *
   * @param rewriting which client sends the request
   */
  @SuppressWarnings("deprecation") // It is what the asynchronous and the older clients call.
  static String rewrittenPath(HttpRequest request, Rewriting rewriting) {
    if (rewriting == Rewriting.NONE || path(request).indexOf("//") < 0) {
      return null;
    }
    try {
      URI given = uri(request);
      URI uri = given != null ? given : new URI(request.getRequestLine().getUri());
      if (!uri.isAbsolute()) {
        return null;
      }
      if (rewriting == Rewriting.BLOCKING && isSince458()) {
        return merged(uri.getRawPath());
      }
      // Not its getRawPath(), which takes the first segment of //a/b for a host.
      return URIUtils.rewriteURI(uri, null, true).toASCIIString();
    } catch (URISyntaxException | LinkageError ofTheRequest) {
      return null; // The client reports that, or has no code that would rewrite it.
    }
  }

  private static boolean isSince458() {
    try {
      Class.forName(SINCE_4_5_8, false, RequestTarget.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static String merged(String path) {
    StringBuilder merged = new StringBuilder(path.length());
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) != '/' || i == 0 || path.charAt(i - 1) != '/') {
        merged.append(path.charAt(i));
      }
    }
    return merged.toString();
  }

  /** Returns the body of a request, or null. */
  static HttpEntity entity(HttpRequest request) {
    return request instanceof HttpEntityEnclosingRequest
        ? ((HttpEntityEnclosingRequest) request).getEntity()
        : null;
  }

  /** Returns the query, percent-encoded, or null. */
  static String query(HttpRequest request) {
    URI uri = uri(request);
    return uri != null ? uri.getRawQuery() : StreamPlans.query(request.getRequestLine().getUri());
  }

  /** Returns the URI of a request; null if it has only a request line. */
  static URI uri(HttpRequest request) {
    return request instanceof HttpUriRequest ? ((HttpUriRequest) request).getURI() : null;
  }
}

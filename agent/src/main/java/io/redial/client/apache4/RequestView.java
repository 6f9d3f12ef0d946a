package io.redial.client.apache4;

import io.redial.call.OutgoingRequest;
import io.redial.policy.HeaderFields;
import io.redial.policy.stream.StreamPlans;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.function.BooleanSupplier;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.utils.URIUtils;

/** The application's request as the policy sees it, with the target from the client's arguments. */
final class RequestView implements OutgoingRequest {
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

  final HttpHost target;
  final HttpRequest request;
  private final String method;
  private final Rewriting rewriting;
  private BooleanSupplier repeatable;

  RequestView(HttpHost target, HttpRequest request, Rewriting rewriting) {
    this.target = target;
    this.request = request;
    this.rewriting = rewriting;
    this.method = method(request);
  }

  /**
   * Returns the view, or null if the arguments do not say where the request goes.
   *
   * @param rewriting what the client does to the path
   */
  static RequestView of(HttpHost target, HttpRequest request, Rewriting rewriting) {
    HttpHost host = host(target, request);
    return host == null ? null : new RequestView(host, request, rewriting);
  }

  /** Returns the host, or null if only the client's route planner knows it. */
  @SuppressWarnings("deprecation") // Parameters are how clients up to 4.2 were set up.
  private static HttpHost host(HttpHost target, HttpRequest request) {
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

  /** Returns the body of a request, or null. */
  static HttpEntity entity(HttpRequest request) {
    return request instanceof HttpEntityEnclosingRequest
        ? ((HttpEntityEnclosingRequest) request).getEntity()
        : null;
  }

  /** Returns the URI of a request; null if it has only a request line. */
  static URI uri(HttpRequest request) {
    return request instanceof HttpUriRequest ? ((HttpUriRequest) request).getURI() : null;
  }

  /**
   * Sets the condition under which the body can be sent again. Without one, the client itself can
   * repeat the body.
   */
  void repeatableIf(BooleanSupplier condition) {
    repeatable = condition;
  }

  boolean hasBody() {
    return entity(request) != null;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public HeaderFields headers() {
    return new Apache4Headers(request);
  }

  @Override
  public boolean repeatable() {
    return repeatable == null || repeatable.getAsBoolean();
  }

  @Override
  public String scheme() {
    return target.getSchemeName();
  }

  @Override
  public String host() {
    return target.getHostName();
  }

  @Override
  public int port() {
    return target.getPort();
  }

  @Override
  public String path() {
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

  @Override
  public String query() {
    URI uri = uri(request);
    return uri != null ? uri.getRawQuery() : StreamPlans.query(request.getRequestLine().getUri());
  }

  /**
   * Returns the path as the client sends one with several slashes in a row, or null if there are
   * none. The blocking clients of 4.5.8 and newer merge all of them, unless their configuration
   * says otherwise or a proxy is in between. For all others, the client's own code is asked: up to
   * 4.5.7 it merges those in front.
   */
  @Override
  @SuppressWarnings("deprecation") // It is what the asynchronous and the older clients call.
  public String otherPath() {
    if (rewriting == Rewriting.NONE || path().indexOf("//") < 0) {
      return null;
    }
    try {
      URI given = uri(request);
      URI uri = given != null ? given : new URI(request.getRequestLine().getUri());
      if (!uri.isAbsolute()) {
        return null;
      }
      if (rewriting == Rewriting.BLOCKING && RequestCopy.optional(SINCE_4_5_8) != null) {
        return merged(uri.getRawPath());
      }
      // Not its getRawPath(), which takes the first segment of //a/b for a host.
      return URIUtils.rewriteURI(uri, null, true).toASCIIString();
    } catch (URISyntaxException | LinkageError ofTheRequest) {
      return null; // The client reports that, or has no code that would rewrite it.
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
}

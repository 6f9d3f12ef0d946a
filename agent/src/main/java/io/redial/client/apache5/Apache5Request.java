package io.redial.client.apache5;

import io.redial.call.OutgoingRequest;
import io.redial.policy.HeaderFields;
import io.redial.policy.RetryPolicy;
import io.redial.policy.stream.StreamPlans;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.net.URIAuthority;

/** The application's request in the form in which the policy reads it. */
class Apache5Request implements OutgoingRequest {
  /** Exists in 5.1 and newer. */
  private static final String SINCE_5_1 = "org.apache.hc.core5.http.RequestNotExecutedException";

  private final HttpRequest request;
  private final HttpHost target;
  private Body body;

  /** Tells whether a body can be sent again. */
  interface Body {
    boolean repeatable();
  }

  /**
   * Describes a request.
   *
   * @param target where the application sends it, or null if the request itself names its target
   */
  Apache5Request(HttpRequest request, HttpHost target) {
    this.request = request;
    this.target = target;
  }

  /**
   * Returns whether the request has no method, scheme or host, so that the client must reject it.
   */
  boolean isMalformed() {
    return request.getMethod() == null || scheme() == null || host() == null;
  }

  /** Sets the body that determines whether the request is repeatable. Without one, it always is. */
  void sends(Body sent) {
    body = sent;
  }

  /**
   * Returns where a request without a body has to go so that its response can be resumed, or null
   * if that is where the application sends it.
   */
  @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // StreamPlans returns the same object.
  String changedPath(RetryPolicy policy) {
    if (policy.resume().isEmpty()) {
      return null;
    }
    String before = request.getPath();
    String path = StreamPlans.firstTarget(policy.resume(), this, before);
    return path == before ? null : path;
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String query() {
    return StreamPlans.query(path());
  }

  @Override
  public HeaderFields headers() {
    return new Apache5Headers(request);
  }

  @Override
  public boolean repeatable() {
    return body == null || body.repeatable();
  }

  @Override
  public String scheme() {
    return target != null ? target.getSchemeName() : request.getScheme();
  }

  @Override
  public String host() {
    if (target != null) {
      return target.getHostName();
    }
    URIAuthority authority = request.getAuthority();
    return authority == null ? null : authority.getHostName();
  }

  @Override
  public int port() {
    if (target != null) {
      return target.getPort();
    }
    URIAuthority authority = request.getAuthority();
    return authority == null ? -1 : authority.getPort();
  }

  @Override
  public String path() {
    String path = request.getPath();
    return path == null ? "" : path;
  }

  /** HttpClient 5.0 takes what follows {@code //} for a host, and does not send it. */
  @Override
  public String otherPath() {
    String path = request.getPath();
    if (path == null || !path.startsWith("//")) {
      return null;
    }
    try {
      Class.forName(SINCE_5_1, false, HttpRequest.class.getClassLoader());
      return null;
    } catch (ClassNotFoundException is50) {
      int slash = path.indexOf('/', 2);
      return slash < 0 ? "/" : path.substring(slash);
    }
  }

  /** A request of a minimal client, which sends the path as it is. */
  static final class OfMinimal extends Apache5Request {
    OfMinimal(HttpRequest request, HttpHost target) {
      super(request, target);
    }

    @Override
    public String otherPath() {
      return null;
    }
  }
}

package io.redial.client.apache5;

import io.redial.call.OutgoingRequest;
import java.net.URI;
import java.util.Objects;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.protocol.RedirectLocations;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Tells whether the client followed a redirect in an attempt (rule 2.11). The client clears the
 * context's list of redirects when it begins, unless redirects are off: then the list of an earlier
 * call may still be there. Once another call has begun on the context, the list may be that call's,
 * so the request in the context counts as well. Thread-safe.
 */
final class Redirects {
  private static final String LOCATIONS = "http.protocol.redirect-locations";
  private static final String REQUEST = "http.request";

  private final HttpContext context;
  final HttpRequest sent;
  private final URI before;

  /** The request that another call left in the context, or null. */
  private volatile HttpRequest others;

  private volatile boolean shared;
  private volatile boolean seen;

  /** Watches for redirects of that request from now on. */
  Redirects(HttpContext context, HttpRequest sent) {
    this.context = context;
    this.sent = sent;
    this.before = last(context);
    this.others = request(context);
  }

  /** Notes that another call begins on the context. */
  void share() {
    shared = true;
    followed();
  }

  /** Notes that the call of that request, which shared the context, has ended. It may remain. */
  void shareNoMoreWith(HttpRequest other) {
    HttpRequest shown = request(context);
    if (isRequestOf(other, shown)) {
      others = shown;
    }
  }

  @SuppressWarnings("ReferenceEquality") // Each redirect has a URI object of its own.
  boolean followed() {
    if (!seen) {
      URI now = last(context);
      seen = (now != null && now != before) || (shared && showsAnother());
    }
    return seen;
  }

  /**
   * Returns where the response comes from: where the last redirect led, or, without one, where the
   * application's own request went.
   */
  String uri(OutgoingRequest own) {
    return followed() ? String.valueOf(last(context)) : own.uri();
  }

  @SuppressWarnings("ReferenceEquality") // The same request, not an equal one.
  private boolean showsAnother() {
    HttpRequest shown = request(context);
    return shown != null && shown != others && !isOwn(shown);
  }

  /** Returns whether the client made that request from what this attempt sends. */
  boolean isOwn(HttpRequest shown) {
    return isRequestOf(sent, shown);
  }

  private static boolean isRequestOf(HttpRequest sent, HttpRequest shown) {
    return shown != null
        && Objects.equals(shown.getMethod(), sent.getMethod())
        && Objects.equals(shown.getPath(), sent.getPath())
        && (sent.getAuthority() == null
            || shown.getAuthority() == null
            || (sent.getAuthority().getPort() == shown.getAuthority().getPort()
                && sent.getAuthority()
                    .getHostName()
                    .equalsIgnoreCase(shown.getAuthority().getHostName())));
  }

  private static HttpRequest request(HttpContext context) {
    return context instanceof HttpClientContext
        ? ((HttpClientContext) context).getRequest()
        : (HttpRequest) context.getAttribute(REQUEST);
  }

  private static URI last(HttpContext context) {
    RedirectLocations locations =
        context instanceof HttpClientContext
            ? ((HttpClientContext) context).getRedirectLocations()
            : (RedirectLocations) context.getAttribute(LOCATIONS);
    try {
      int size = locations == null ? 0 : locations.size();
      return size == 0 ? null : locations.get(size - 1);
    } catch (IndexOutOfBoundsException cleared) {
      return null; // Cleared by another call that has just begun on the context.
    }
  }
}

package io.redial.client.apache5;

import java.net.URI;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.protocol.RedirectLocations;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Whether the client followed a redirect in an attempt (rule 2.11). A client clears the context's
 * list when it begins, unless it follows none: then an earlier call's list may still be there.
 */
final class Redirects {
  private static final String ATTRIBUTE = "http.protocol.redirect-locations";

  private final HttpContext context;
  private final URI before;

  /** Redirects from now on. */
  Redirects(HttpContext context) {
    this.context = context;
    this.before = last(context);
  }

  @SuppressWarnings("ReferenceEquality") // Each redirect has a URI object of its own.
  boolean followed() {
    URI now = last(context);
    return now != null && now != before;
  }

  private static URI last(HttpContext context) {
    RedirectLocations locations =
        context instanceof HttpClientContext
            ? ((HttpClientContext) context).getRedirectLocations()
            : (RedirectLocations) context.getAttribute(ATTRIBUTE);
    int size = locations == null ? 0 : locations.size();
    return size == 0 ? null : locations.get(size - 1);
  }
}

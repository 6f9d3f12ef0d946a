package io.redial.client.apache4;

import io.redial.call.OutgoingRequest;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import org.apache.http.HttpRequest;
import org.apache.http.client.methods.HttpRequestWrapper;
import org.apache.http.impl.client.RedirectLocations;
import org.apache.http.protocol.HttpContext;

/**
 * Tells from the context whether the client followed a redirect in an attempt (rule 2.11). The
 * application may have used that context before.
 */
@SuppressWarnings("deprecation") // RequestWrapper is what the old clients have.
final class Redirects {
  private static final String LOCATIONS = "http.protocol.redirect-locations";
  private static final String REQUEST = "http.request";
  private static final String TARGET = "http.target_host";

  private final HttpContext context;
  private final boolean startedWithout;

  /** Null if there was none. */
  private final TargetAuthentication authentication;

  private HttpRequest original;
  private HttpRequest sent;
  private Object requestBefore;
  private List<URI> locationsBefore = Collections.emptyList();

  Redirects(HttpContext context) {
    this.context = context;
    this.startedWithout = context.getAttribute(LOCATIONS) == null;
    this.authentication = TargetAuthentication.in(context);
  }

  /**
   * Remembers what the context shows when an attempt begins.
   *
   * @param applications the application's request
   * @param actual that request, or the copy which is sent
   */
  void begin(HttpRequest applications, HttpRequest actual) {
    original = applications;
    sent = actual;
    requestBefore = context.getAttribute(REQUEST);
    locationsBefore = locations();
  }

  /**
   * Removes what would keep the next attempt from following the same path as the first one. Old
   * clients mistake a location that they have visited for a redirect loop, and credentials for
   * another host do not fit the original one.
   */
  void beforeRetry() {
    if (followed()) {
      TargetAuthentication.restore(context, authentication);
    }
    if (startedWithout) {
      context.removeAttribute(LOCATIONS);
    }
  }

  /** Returns whether a redirect was followed since the attempt began. */
  @SuppressWarnings("ReferenceEquality") // The same request, not an equal one.
  boolean followed() {
    Object request = context.getAttribute(REQUEST);
    if (request != null && request != requestBefore) {
      Object first = original(request);
      if (first != sent && first != original) {
        return true;
      }
    }
    List<URI> now = locations();
    return !now.isEmpty() && !now.equals(locationsBefore);
  }

  /**
   * Returns where the response comes from, as the context shows it after a redirect; without one,
   * where the application's own request went.
   */
  String uri(OutgoingRequest own) {
    if (!followed()) {
      return own.uri();
    }
    Object request = context.getAttribute(REQUEST);
    String line =
        request instanceof HttpRequest ? ((HttpRequest) request).getRequestLine().getUri() : "";
    return line.startsWith("/") ? context.getAttribute(TARGET) + line : line;
  }

  private Object original(Object request) {
    if (request instanceof org.apache.http.impl.client.RequestWrapper) {
      return ((org.apache.http.impl.client.RequestWrapper) request).getOriginal();
    }
    try {
      return request instanceof HttpRequestWrapper
          ? ((HttpRequestWrapper) request).getOriginal()
          : sent;
    } catch (NoClassDefFoundError olderThan43) {
      return sent;
    }
  }

  private List<URI> locations() {
    Object locations = context.getAttribute(LOCATIONS);
    return locations instanceof RedirectLocations
        ? ((RedirectLocations) locations).getAll()
        : Collections.<URI>emptyList();
  }
}

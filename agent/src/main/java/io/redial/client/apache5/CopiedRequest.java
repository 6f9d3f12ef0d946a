package io.redial.client.apache5;

import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.message.BasicHttpRequest;

/** The request of one asynchronous attempt. Minimal clients write header fields into it. */
final class CopiedRequest extends BasicHttpRequest implements Configurable {
  private static final long serialVersionUID = 1;

  private final transient HttpRequest original;

  CopiedRequest(HttpRequest original) {
    super(original.getMethod(), (String) null);
    this.original = original;
    setPath(original.getPath());
    setScheme(original.getScheme());
    setAuthority(original.getAuthority());
    setVersion(original.getVersion());
    setHeaders(original.getHeaders());
  }

  /**
   * Returns the URI in the form in which the application's request shows it, but with the path of
   * this copy. The request may be set to show the absolute URI.
   */
  @Override
  public String getRequestUri() {
    String shown = original.getRequestUri();
    String before = original.getPath();
    String now = getPath();
    if (shown == null || before == null || shown.equals(before) || !shown.endsWith(before)) {
      return super.getRequestUri();
    }
    return shown.substring(0, shown.length() - before.length()) + now;
  }

  @Override
  public RequestConfig getConfig() {
    return original instanceof Configurable ? ((Configurable) original).getConfig() : null;
  }
}

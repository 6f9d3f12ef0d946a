package io.redial.client.apache5;

import java.util.Iterator;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.http.Header;
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
    for (Iterator<Header> lines = original.headerIterator(); lines.hasNext(); ) {
      addHeader(lines.next());
    }
  }

  /** Delegates to the application's request, which may be set to show the absolute URI. */
  @Override
  public String getRequestUri() {
    return RequestUris.of(original, this, super.getRequestUri());
  }

  @Override
  public RequestConfig getConfig() {
    return original instanceof Configurable ? ((Configurable) original).getConfig() : null;
  }
}

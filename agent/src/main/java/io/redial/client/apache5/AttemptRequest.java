package io.redial.client.apache5;

import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/**
 * A copy of the application's request. Minimal clients do not copy the request themselves and write
 * header fields into the one that they send. Aborting the application's request aborts the copy.
 */
final class AttemptRequest extends BasicClassicHttpRequest
    implements Configurable, CancellableDependency {
  private static final long serialVersionUID = 1;

  private final transient ClassicHttpRequest original;
  private final boolean refused;

  private AttemptRequest(ClassicHttpRequest original, Header[] headers, boolean refused) {
    super(original.getMethod(), (String) null);
    this.original = original;
    this.refused = refused;
    setPath(original.getPath());
    setScheme(original.getScheme());
    setAuthority(original.getAuthority());
    setVersion(original.getVersion());
    for (Header header : headers) {
      addHeader(header);
    }
    setEntity(original.getEntity());
  }

  /**
   * Returns a copy that can be sent.
   *
   * @param headers the application's header fields, before a client added its own
   */
  static AttemptRequest copyOf(ClassicHttpRequest original, Header[] headers) {
    return new AttemptRequest(original, headers, false);
  }

  /**
   * Returns a copy that counts as aborted, so that nothing is sent. A closed client then fails as
   * it should, even one whose shared connection pool is still open (rule 5.4).
   */
  static AttemptRequest refusedCopyOf(ClassicHttpRequest original) {
    return new AttemptRequest(original, original.getHeaders(), true);
  }

  boolean isRefused() {
    return refused;
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

  /**
   * Called by the client with what an abort must cancel: its wait for a connection, later the
   * exchange.
   */
  @Override
  public void setDependency(Cancellable cancellable) {
    if (refused) {
      cancellable.cancel();
    } else if (original instanceof CancellableDependency) {
      ((CancellableDependency) original).setDependency(cancellable);
    }
  }

  @Override
  public boolean isCancelled() {
    return refused
        || (original instanceof CancellableDependency
            && ((CancellableDependency) original).isCancelled());
  }

  @Override
  public boolean cancel() {
    return original instanceof CancellableDependency && ((CancellableDependency) original).cancel();
  }

  @Override
  public String toString() {
    return original.toString();
  }
}

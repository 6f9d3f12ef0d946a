package io.redial.client.apache5;

import java.util.Objects;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/**
 * A copy of the application's request, for where the client would not make one of its own: minimal
 * clients write header fields into what they send. Aborting the application's request aborts it.
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
   * A copy that can be sent.
   *
   * @param headers the application's header fields, before a client added its own
   */
  static AttemptRequest copyOf(ClassicHttpRequest original, Header[] headers) {
    return new AttemptRequest(original, headers, false);
  }

  /**
   * A copy that counts as aborted, so that nothing is sent: a client that was closed says so, even
   * one that shares its connections and would go on (rule 5.4).
   */
  static AttemptRequest refusedCopyOf(ClassicHttpRequest original) {
    return new AttemptRequest(original, original.getHeaders(), true);
  }

  boolean isRefused() {
    return refused;
  }

  /** As the application's request has it, which may have been told to show the whole address. */
  @Override
  public String getRequestUri() {
    String string = original.getRequestUri();
    return Objects.equals(string, original.getPath()) ? super.getRequestUri() : string;
  }

  @Override
  public RequestConfig getConfig() {
    return original instanceof Configurable ? ((Configurable) original).getConfig() : null;
  }

  /** The client says what an abort has to end: its wait for a connection, then the exchange. */
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

package io.redial.client.apache5;

import java.util.Iterator;
import java.util.Objects;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/**
 * The copy of the application's request that one attempt sends, because minimal clients write
 * header fields into what they send. Aborting the application's request aborts it; Redial can drop
 * it without touching the application's.
 */
final class AttemptRequest extends BasicClassicHttpRequest
    implements Configurable, CancellableDependency {
  private static final long serialVersionUID = 1;

  private final transient ClassicHttpRequest original;
  private transient Runnable connected;
  private transient volatile Cancellable exchange;
  private transient volatile boolean dropped;

  AttemptRequest(ClassicHttpRequest original) {
    super(original.getMethod(), (String) null);
    this.original = original;
    setPath(original.getPath());
    setScheme(original.getScheme());
    setAuthority(original.getAuthority());
    setVersion(original.getVersion());
    for (Iterator<Header> lines = original.headerIterator(); lines.hasNext(); ) {
      addHeader(lines.next());
    }
    setEntity(original.getEntity());
  }

  /** Runs a task once the client does not wait for a connection of its pool any more. */
  void whenConnected(Runnable task) {
    connected = task;
  }

  /** As the application's request has it, which may have been told to show the whole address. */
  @Override
  public String getRequestUri() {
    String its = original.getRequestUri();
    return Objects.equals(its, original.getPath()) ? super.getRequestUri() : its;
  }

  @Override
  public RequestConfig getConfig() {
    return original instanceof Configurable ? ((Configurable) original).getConfig() : null;
  }

  /** The client says what an abort has to end: its wait for a connection, then the exchange. */
  @Override
  public void setDependency(Cancellable cancellable) {
    exchange = cancellable;
    if (connected != null && !(cancellable instanceof LeaseRequest)) {
      connected.run();
      connected = null;
    }
    if (dropped) {
      cancellable.cancel();
    }
    if (original instanceof CancellableDependency) {
      ((CancellableDependency) original).setDependency(cancellable);
    }
  }

  @Override
  public boolean isCancelled() {
    return dropped || isAborted();
  }

  /** Whether the application aborted its request. */
  boolean isAborted() {
    return original instanceof CancellableDependency
        && ((CancellableDependency) original).isCancelled();
  }

  @Override
  public boolean cancel() {
    return original instanceof CancellableDependency && ((CancellableDependency) original).cancel();
  }

  /** Ends the attempt and its connection; the application's request is not aborted. */
  void drop() {
    dropped = true;
    Cancellable running = exchange;
    if (running != null) {
      running.cancel();
    }
  }

  @Override
  public String toString() {
    return original.toString();
  }
}

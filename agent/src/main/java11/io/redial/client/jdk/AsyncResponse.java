package io.redial.client.jdk;

import io.redial.kernel.FaultBoundary;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;

/**
 * The future of {@code sendAsync}. It behaves like the JDK's own: cancelling it, or a future that
 * depends on it, reaches the exchange, and it cannot be obtruded. Applications keep such futures,
 * for example in caches, so it does not keep a finished exchange with its request and response
 * alive.
 */
final class AsyncResponse<T> extends CompletableFuture<T> {
  private final Reference<AsyncJdkExchange<?>> exchange;

  AsyncResponse(AsyncJdkExchange<?> exchange) {
    this(new WeakReference<>(exchange));
  }

  private AsyncResponse(Reference<AsyncJdkExchange<?>> exchange) {
    this.exchange = exchange;
  }

  /**
   * Called when the application composes futures, which must not be affected by an internal fault.
   */
  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    try {
      return new AsyncResponse<>(exchange);
    } catch (Throwable fault) {
      return new CompletableFuture<>(); // Cancelling it does not reach the exchange.
    }
  }

  /**
   * Cancels the exchange before this future, as the JDK's own futures do. So the exchange may
   * complete this future first.
   */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    AsyncJdkExchange<?> underWay = isDone() ? null : exchange.get();
    boolean reached =
        underWay != null
            && FaultBoundary.ask(
                underWay.call,
                "java.net.http cancel",
                () -> underWay.cancel(this, mayInterruptIfRunning),
                false);
    return super.cancel(mayInterruptIfRunning) || reached;
  }

  @Override
  public void obtrudeValue(T value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void obtrudeException(Throwable thrown) {
    throw new UnsupportedOperationException();
  }
}

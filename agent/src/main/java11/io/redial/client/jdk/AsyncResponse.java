package io.redial.client.jdk;

import java.util.concurrent.CompletableFuture;

/**
 * The future of {@code sendAsync}, which behaves as the JDK's own: cancelling it or a future that
 * depends on it reaches the exchange, and it cannot be obtruded.
 */
final class AsyncResponse<T> extends CompletableFuture<T> {
  private final AsyncJdkExchange<?> exchange;

  AsyncResponse(AsyncJdkExchange<?> exchange) {
    this.exchange = exchange;
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new AsyncResponse<>(exchange);
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean open = !isDone();
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    if (open) {
      exchange.cancel(mayInterruptIfRunning);
    }
    return cancelled;
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

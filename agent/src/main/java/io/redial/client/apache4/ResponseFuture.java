package io.redial.client.apache4;

import org.apache.http.concurrent.BasicFuture;
import org.apache.http.concurrent.FutureCallback;

/** What the application holds of a call: of the client's own kind, over all of its attempts. */
final class ResponseFuture<T> extends BasicFuture<T> {
  private final AsyncApacheExchange<T> exchange;

  ResponseFuture(FutureCallback<T> callback, AsyncApacheExchange<T> exchange) {
    super(callback);
    this.exchange = exchange;
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    return !isDone() && exchange.cancel(mayInterrupt);
  }

  /** Completes it as cancelled; what is going on has been stopped. */
  boolean cancelNow() {
    return super.cancel(true);
  }
}

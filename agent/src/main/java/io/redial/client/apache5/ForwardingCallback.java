package io.redial.client.apache5;

import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.concurrent.FutureCallback;

/** Passes the outcome of an exchange on to a future. */
final class ForwardingCallback<T> implements FutureCallback<T> {
  private final ComplexFuture<T> future;

  ForwardingCallback(ComplexFuture<T> future) {
    this.future = future;
  }

  @Override
  public void completed(T result) {
    future.completed(result);
  }

  @Override
  public void failed(Exception thrown) {
    future.failed(thrown);
  }

  @Override
  public void cancelled() {
    future.cancel();
  }
}

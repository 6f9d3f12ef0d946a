package io.redial.client.apache5;

import org.apache.hc.core5.concurrent.FutureCallback;

/** Passes on the outcome of an exchange. */
final class ForwardingCallback<T> implements FutureCallback<T> {
  private final CallOutcome<T> outcome;

  ForwardingCallback(CallOutcome<T> outcome) {
    this.outcome = outcome;
  }

  @Override
  public void completed(T result) {
    outcome.complete(result);
  }

  @Override
  public void failed(Exception thrown) {
    outcome.failFuture(thrown);
  }

  @Override
  public void cancelled() {
    outcome.failFuture(new CancelledException());
  }
}

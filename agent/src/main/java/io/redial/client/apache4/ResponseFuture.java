package io.redial.client.apache4;

import org.apache.http.concurrent.BasicFuture;
import org.apache.http.concurrent.FutureCallback;

/** What the application holds of a call: of the client's own kind, over all of its attempts. */
final class ResponseFuture<T> extends BasicFuture<T> {
  /** Null once the call is over, after which the application may keep the future for long. */
  private volatile AsyncApacheExchange<T> exchange;

  /** What the application's callback has thrown. */
  volatile Throwable applications;

  ResponseFuture(FutureCallback<T> callback, AsyncApacheExchange<T> exchange) {
    super(callback);
    this.exchange = exchange;
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    AsyncApacheExchange<T> its = exchange;
    return its != null && !isDone() && its.cancel(mayInterrupt);
  }

  @Override
  public boolean completed(T result) {
    try {
      return super.completed(result);
    } catch (Throwable its) {
      applications = its;
      throw its;
    } finally {
      exchange = null;
    }
  }

  @Override
  public boolean failed(Exception thrown) {
    try {
      return super.failed(thrown);
    } catch (Throwable its) {
      applications = its;
      throw its;
    } finally {
      exchange = null;
    }
  }

  /** Completes it as cancelled; what is going on has been stopped. */
  boolean cancelNow() {
    try {
      return super.cancel(true);
    } catch (Throwable its) {
      applications = its;
      throw its;
    } finally {
      exchange = null;
    }
  }
}

package io.redial.client.apache4;

import org.apache.http.concurrent.BasicFuture;
import org.apache.http.concurrent.FutureCallback;

/** What the application holds of a call: of the client's own kind, over all of its attempts. */
final class ResponseFuture<T> extends BasicFuture<T> {
  /** Null once the call is over, after which the application may keep the future for long. */
  private volatile AsyncApacheExchange<T> exchange;

  /** What the application's own code has thrown when it was told the outcome. */
  volatile Throwable applications;

  ResponseFuture(FutureCallback<T> callback, AsyncApacheExchange<T> exchange) {
    super(callback);
    this.exchange = exchange;
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    AsyncApacheExchange<T> its = exchange;
    if (its == null || isDone()) {
      return false;
    }
    try {
      return its.cancel(mayInterrupt);
    } catch (Throwable thrown) {
      if (thrown == applications) {
        throw thrown;
      }
      its.endAnyhow(null, null, new AsyncAttempt.Cancelled());
      return true;
    }
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

  /**
   * The same where one of these methods may have failed.
   *
   * @param failure null if there is a result
   */
  void end(T result, Throwable failure) {
    try {
      if (failure instanceof AsyncAttempt.Cancelled) {
        super.cancel(true);
      } else if (failure != null) {
        super.failed(failure instanceof Exception ? (Exception) failure : new Exception(failure));
      } else {
        super.completed(result);
      }
    } catch (Throwable its) {
      applications = its;
      throw its;
    } finally {
      exchange = null;
    }
  }
}

package io.redial.client.apache4;

import org.apache.http.concurrent.BasicFuture;
import org.apache.http.concurrent.FutureCallback;

/** What the application holds of a call: of the client's own kind, over all of its attempts. */
final class ResponseFuture<T> extends BasicFuture<T> {
  /** Null once the call is over, after which the application may keep the future for long. */
  private volatile Owner underWay;

  /** What the application's own code has thrown when it was told the outcome. */
  volatile Throwable applications;

  ResponseFuture(FutureCallback<T> callback, Owner call) {
    super(callback);
    this.underWay = call;
  }

  /** The call that the application cancels by it. */
  interface Owner {
    /** Cancels what is under way; whether it did. */
    boolean cancel(boolean mayInterrupt);

    /** Ends the call as cancelled by the simplest means, after that has failed. */
    void cancelAnyhow();
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    Owner call = underWay;
    if (call == null || isDone()) {
      return false;
    }
    try {
      return call.cancel(mayInterrupt);
    } catch (Throwable thrown) {
      if (thrown == applications) {
        throw thrown;
      }
      call.cancelAnyhow();
      return true;
    }
  }

  @Override
  public boolean completed(T result) {
    try {
      return super.completed(result);
    } catch (Throwable original) {
      applications = original;
      throw original;
    } finally {
      underWay = null;
    }
  }

  @Override
  public boolean failed(Exception thrown) {
    try {
      return super.failed(thrown);
    } catch (Throwable original) {
      applications = original;
      throw original;
    } finally {
      underWay = null;
    }
  }

  /** Completes it as cancelled; what is going on has been stopped. */
  boolean cancelNow() {
    try {
      return super.cancel(true);
    } catch (Throwable original) {
      applications = original;
      throw original;
    } finally {
      underWay = null;
    }
  }

  /**
   * The same where one of these methods may have failed.
   *
   * @param failure null if there is a result
   */
  void end(T result, Throwable failure) {
    try {
      if (failure instanceof CancelledException) {
        super.cancel(true);
      } else if (failure != null) {
        super.failed(failure instanceof Exception ? (Exception) failure : new Exception(failure));
      } else {
        super.completed(result);
      }
    } catch (Throwable original) {
      applications = original;
      throw original;
    } finally {
      underWay = null;
    }
  }
}

package io.redial.client.apache4;

import org.apache.http.concurrent.BasicFuture;
import org.apache.http.concurrent.FutureCallback;

/**
 * The future that the application holds, for all attempts of a call. Like the client's own, it is a
 * {@code BasicFuture}.
 */
final class ResponseFuture<T> extends BasicFuture<T> {
  /** Null once the call is over, because the application may keep the future for long. */
  private volatile Owner underWay;

  /** What the application's own code threw when it was notified of the outcome, or null. */
  volatile Throwable applications;

  ResponseFuture(FutureCallback<T> callback, Owner call) {
    super(callback);
    this.underWay = call;
  }

  /** The call that the application cancels by this future. */
  interface Owner {
    /** Cancels what is under way; returns whether it did. */
    boolean cancel(boolean mayInterrupt);

    /** Ends the call as cancelled by the simplest means, after {@code cancel} has failed. */
    void cancelAfterFault();
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
      call.cancelAfterFault();
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

  /** Completes the future as cancelled; what was under way has been stopped. */
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
   * Completes the future in any of these ways, after one of these methods may have failed.
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

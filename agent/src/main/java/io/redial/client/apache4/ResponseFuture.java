package io.redial.client.apache4;

import io.redial.kernel.ApplicationCode;
import org.apache.http.concurrent.BasicFuture;
import org.apache.http.concurrent.FutureCallback;

/**
 * The future that the application holds, for all attempts of a call. Like the client's own, it is a
 * {@code BasicFuture}.
 */
final class ResponseFuture<T> extends BasicFuture<T> {
  /** Null once the call is over. */
  private volatile Owner underWay;

  /** Calls the application's own code when it is notified of the outcome. */
  final ApplicationCode applications = new ApplicationCode();

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
      if (thrown == applications.thrown()) {
        throw thrown;
      }
      call.cancelAfterFault();
      return true;
    }
  }

  /** Completes the future as cancelled; what was under way has been stopped. */
  boolean cancelNow() {
    try {
      return super.cancel(true);
    } catch (Throwable original) {
      applications.note(original);
      throw original;
    }
  }

  /** Does the same after {@link #cancelNow} may have failed. */
  void cancelAfterFault() {
    try {
      super.cancel(true);
    } catch (Throwable original) {
      applications.note(original);
      throw original;
    }
  }

  /** Called when the call is over, because the application may keep the future for long. */
  void forget() {
    underWay = null;
  }
}

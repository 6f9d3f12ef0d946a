package io.redial.client.apache5;

import org.apache.hc.core5.concurrent.FutureCallback;

/** The application's callback. What it throws is noted and passed on. */
final class NotingCallback<T> implements FutureCallback<T> {
  private final FutureCallback<T> callback;
  private final CallOutcome<T> call;

  NotingCallback(FutureCallback<T> callback, CallOutcome<T> call) {
    this.callback = callback;
    this.call = call;
  }

  @Override
  public void completed(T result) {
    try {
      callback.completed(result);
    } catch (Throwable thrown) {
      call.applications = thrown;
      throw thrown;
    }
  }

  @Override
  public void failed(Exception failure) {
    try {
      callback.failed(failure);
    } catch (Throwable thrown) {
      call.applications = thrown;
      throw thrown;
    }
  }

  @Override
  public void cancelled() {
    try {
      callback.cancelled();
    } catch (Throwable thrown) {
      call.applications = thrown;
      throw thrown;
    }
  }
}

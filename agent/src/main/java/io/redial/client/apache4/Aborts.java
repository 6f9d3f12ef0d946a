package io.redial.client.apache4;

import io.redial.call.Call;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.apache.http.HttpRequest;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.conn.ConnectionReleaseTrigger;

/**
 * Lets {@code HttpUriRequest.abort()} by the application end a wait (rule 5.4). The request may
 * outlive the call, so it does not keep that alive: a call that waits is kept by its thread, or as
 * one of the waits of the process.
 */
final class Aborts implements ConnectionReleaseTrigger {
  private final HttpRequest request;
  private final Reference<Call> call;

  Aborts(HttpRequest request, Call call) {
    this.request = request;
    this.call = new WeakReference<>(call);
  }

  static boolean isAborted(HttpRequest request) {
    return request instanceof HttpUriRequest && ((HttpUriRequest) request).isAborted();
  }

  /**
   * Registers this object with the request, so that an abort ends the wait that begins now. A
   * request has only one release trigger: this object replaces the connection that the attempt has
   * released, and the next attempt registers its own.
   */
  @SuppressWarnings("deprecation") // The only way that exists in all versions from 4.0 on.
  void watch() {
    if (request instanceof org.apache.http.client.methods.AbortableHttpRequest) {
      try {
        ((org.apache.http.client.methods.AbortableHttpRequest) request).setReleaseTrigger(this);
      } catch (IOException abortedAlready) {
        abortConnection();
      }
      if (isAborted(request)) {
        abortConnection(); // 4.3 silently accepts a trigger that is set too late.
      }
    }
  }

  @Override
  public void releaseConnection() {}

  @Override
  public void abortConnection() {
    Call watched = call.get();
    if (watched != null) {
      watched.abort();
    }
  }
}

package io.redial.client.apache4;

import io.redial.call.Call;
import java.io.IOException;
import org.apache.http.HttpRequest;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.conn.ConnectionReleaseTrigger;

/**
 * Lets {@code HttpUriRequest.abort()} by the application end a wait (rule 5.4). The request may
 * outlive the call, so the reference to the call is cleared when the call ends.
 */
final class Aborts implements ConnectionReleaseTrigger {
  private final HttpRequest request;
  private volatile Call call;

  Aborts(HttpRequest request, Call call) {
    this.request = request;
    this.call = call;
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
    Call watched = call;
    if (watched != null) {
      watched.abort();
    }
  }

  /** Clears the reference to the call, which is over. */
  void finish() {
    call = null;
  }
}

package io.redial.client.apache4;

import io.redial.call.Call;
import java.io.IOException;
import org.apache.http.HttpRequest;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.conn.ConnectionReleaseTrigger;

/**
 * {@code HttpUriRequest.abort()} by the application (rule 5.4). The request may outlive the call,
 * and then holds nothing of it.
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
   * Lets an abort end the wait that begins now. The request holds one thing that an abort cancels:
   * the wait replaces the connection that the attempt has released, and the next attempt sets its
   * own.
   */
  @SuppressWarnings("deprecation") // The one way that all versions from 4.0 on have.
  void watch() {
    if (request instanceof org.apache.http.client.methods.AbortableHttpRequest) {
      try {
        ((org.apache.http.client.methods.AbortableHttpRequest) request).setReleaseTrigger(this);
      } catch (IOException abortedAlready) {
        abortConnection();
      }
      if (isAborted(request)) {
        abortConnection(); // 4.3 silently accepts a trigger that comes too late.
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

  /** The call is over. */
  void finish() {
    call = null;
  }
}

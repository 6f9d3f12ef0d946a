package io.redial.client.apache4;

import io.redial.call.Call;
import java.io.IOException;
import org.apache.http.HttpRequest;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.conn.ConnectionReleaseTrigger;

/** {@code HttpUriRequest.abort()} by the application (rule 5.4). */
final class Aborts {
  private Aborts() {}

  static boolean isAborted(HttpRequest request) {
    return request instanceof HttpUriRequest && ((HttpUriRequest) request).isAborted();
  }

  /**
   * Lets an abort end the wait that begins now. It takes the place of the connection that the
   * attempt has released already; the next attempt puts its own there.
   */
  @SuppressWarnings("deprecation") // The one way that all versions from 4.0 on have.
  static void watch(HttpRequest request, Call call) {
    if (request instanceof org.apache.http.client.methods.AbortableHttpRequest) {
      try {
        ((org.apache.http.client.methods.AbortableHttpRequest) request)
            .setReleaseTrigger(new Watch(call));
      } catch (IOException abortedAlready) {
        call.abort();
      }
      if (isAborted(request)) {
        call.abort(); // 4.3 takes a trigger that comes too late without a word.
      }
    }
  }

  private static final class Watch implements ConnectionReleaseTrigger {
    private final Call call;

    Watch(Call call) {
      this.call = call;
    }

    @Override
    public void releaseConnection() {}

    @Override
    public void abortConnection() {
      call.abort();
    }
  }
}

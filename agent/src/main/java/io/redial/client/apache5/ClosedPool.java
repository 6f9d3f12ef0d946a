package io.redial.client.apache5;

import java.net.URI;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.protocol.HttpClientContext;

/** What a blocking client throws once it is closed: the exception of its connection manager. */
final class ClosedPool {
  private ClosedPool() {}

  /**
   * Returns what the connection manager answers when it is asked for a connection; null if it is
   * still open, because another client shares it. The request that asks is aborted already, so that
   * nothing is waited for.
   *
   * @param runtime a runtime of the client
   */
  static Exception refusal(ExecRuntime runtime, HttpRoute route) {
    HttpUriRequestBase aborted = new HttpUriRequestBase("GET", URI.create("/"));
    aborted.cancel();
    ExecRuntime asking = runtime.fork(aborted);
    try {
      asking.acquireEndpoint("", route, null, HttpClientContext.create());
      return null;
    } catch (CancellationException open) {
      return null;
    } catch (Exception closed) {
      return closed;
    } finally {
      asking.discardEndpoint();
    }
  }
}

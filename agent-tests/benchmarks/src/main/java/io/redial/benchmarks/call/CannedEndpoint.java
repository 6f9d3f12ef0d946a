package io.redial.benchmarks.call;

import io.redial.benchmarks.CannedServer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** The one connection of a pool of HttpClient 5 in which every request is answered at once. */
final class CannedEndpoint extends ConnectionEndpoint {
  private static final HttpEntity BODY =
      new StringEntity(CannedServer.BODY, ContentType.APPLICATION_JSON);

  /** Returns such a pool. */
  static HttpClientConnectionManager pool() {
    return new Pool();
  }

  @Override
  @SuppressWarnings("deprecation") // Abstract all the same.
  public ClassicHttpResponse execute(
      String id, ClassicHttpRequest request, HttpRequestExecutor executor, HttpContext context) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ClassicHttpResponse execute(
      String id, ClassicHttpRequest request, RequestExecutor executor, HttpContext context) {
    BasicClassicHttpResponse response = new BasicClassicHttpResponse(200);
    response.setEntity(BODY);
    return response;
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public void setSocketTimeout(Timeout timeout) {}

  @Override
  public void close() {}

  @Override
  public void close(CloseMode mode) {}

  private static final class Pool implements HttpClientConnectionManager, LeaseRequest {
    private final CannedEndpoint connection = new CannedEndpoint();

    @Override
    public LeaseRequest lease(String id, HttpRoute route, Timeout timeout, Object state) {
      return this;
    }

    @Override
    public ConnectionEndpoint get(Timeout timeout) {
      return connection;
    }

    @Override
    public boolean cancel() {
      return false;
    }

    @Override
    public void release(ConnectionEndpoint endpoint, Object state, TimeValue keepAlive) {}

    @Override
    public void connect(ConnectionEndpoint endpoint, TimeValue timeout, HttpContext context) {}

    @Override
    public void upgrade(ConnectionEndpoint endpoint, HttpContext context) {}

    @Override
    public void close() {}

    @Override
    public void close(CloseMode mode) {}
  }
}

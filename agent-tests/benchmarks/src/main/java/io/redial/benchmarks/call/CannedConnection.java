package io.redial.benchmarks.call;

import java.util.concurrent.TimeUnit;
import org.apache.http.HttpClientConnection;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.conn.ConnectionRequest;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.DefaultBHttpClientConnection;
import org.apache.http.protocol.HttpContext;

/** The one connection of a pool of HttpClient 4, for {@link CannedExecutor}. It is never used. */
final class CannedConnection extends DefaultBHttpClientConnection {
  private static final int BUFFER = 1_024;

  private CannedConnection() {
    super(BUFFER);
  }

  /** Returns such a pool. */
  static HttpClientConnectionManager pool() {
    return new Pool();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void setSocketTimeout(int millis) {}

  @Override
  public void close() {}

  @Override
  public void sendRequestHeader(HttpRequest request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void sendRequestEntity(HttpEntityEnclosingRequest request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public HttpResponse receiveResponseHeader() {
    throw new UnsupportedOperationException();
  }

  private static final class Pool implements HttpClientConnectionManager, ConnectionRequest {
    private final CannedConnection connection = new CannedConnection();

    @Override
    public ConnectionRequest requestConnection(HttpRoute route, Object state) {
      return this;
    }

    @Override
    public HttpClientConnection get(long timeout, TimeUnit unit) {
      return connection;
    }

    @Override
    public boolean cancel() {
      return false;
    }

    @Override
    public void releaseConnection(
        HttpClientConnection released, Object state, long duration, TimeUnit unit) {}

    @Override
    public void connect(
        HttpClientConnection asked, HttpRoute route, int timeout, HttpContext context) {}

    @Override
    public void upgrade(HttpClientConnection asked, HttpRoute route, HttpContext context) {}

    @Override
    public void routeComplete(HttpClientConnection asked, HttpRoute route, HttpContext context) {}

    @Override
    public void closeIdleConnections(long duration, TimeUnit unit) {}

    @Override
    public void closeExpiredConnections() {}

    @Override
    public void shutdown() {}
  }
}

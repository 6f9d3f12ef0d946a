package io.redial.subjects.apache4.load;

import io.redial.subjects.load.LoadCall;
import io.redial.subjects.load.LoadClient;
import io.redial.subjects.load.LoadRequest;
import org.apache.http.client.HttpClient;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.conn.PoolingClientConnectionManager;

/** {@code DefaultHttpClient}, the only one up to 4.2. */
final class OldClient implements LoadClient {
  private final HttpClient http;

  private OldClient(HttpClient http) {
    this.http = http;
  }

  static LoadClient open(int connections) {
    PoolingClientConnectionManager pool = new PoolingClientConnectionManager();
    pool.setDefaultMaxPerRoute(connections);
    pool.setMaxTotal(connections * 20);
    return new OldClient(new DefaultHttpClient(pool));
  }

  @Override
  public LoadCall call(LoadRequest request) {
    return new ClassicLoad.Call(http, request);
  }

  @Override
  public void close() {
    http.getConnectionManager().shutdown();
  }
}

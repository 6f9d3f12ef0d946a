package io.redial.subjects.apache4.load;

import io.redial.subjects.load.LoadCall;
import io.redial.subjects.load.LoadClient;
import io.redial.subjects.load.LoadRequest;
import java.io.IOException;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;

/** What {@code HttpClients.custom()} and {@code createMinimal} build. */
final class InternalClient implements LoadClient {
  private final CloseableHttpClient http;

  private InternalClient(CloseableHttpClient http) {
    this.http = http;
  }

  static LoadClient open(int connections) {
    return new InternalClient(
        HttpClients.custom()
            .setMaxConnPerRoute(connections)
            .setMaxConnTotal(connections * 20)
            .build());
  }

  static LoadClient openMinimal(int connections) {
    PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();
    pool.setDefaultMaxPerRoute(connections);
    pool.setMaxTotal(connections * 20);
    return new InternalClient(HttpClients.createMinimal(pool));
  }

  @Override
  public LoadCall call(LoadRequest request) {
    return new ClassicLoad.Call(http, request);
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}

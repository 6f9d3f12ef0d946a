package io.redial.subjects.apache4.fuzz;

import io.redial.subjects.fuzz.Reading;
import io.redial.subjects.fuzz.StreamClient;
import java.io.IOException;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;

/** What {@code HttpClients.custom()} and {@code createMinimal} build. */
final class InternalClient implements StreamClient {
  private final CloseableHttpClient http;

  private InternalClient(CloseableHttpClient http) {
    this.http = http;
  }

  static StreamClient open(String mode, int connections) {
    PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();
    pool.setDefaultMaxPerRoute(connections);
    pool.setMaxTotal(connections * 20);
    return new InternalClient(
        mode.equals("minimal")
            ? HttpClients.createMinimal(pool)
            : HttpClients.custom().setConnectionManager(pool).build());
  }

  @Override
  public Call call(Reading reading) {
    return new ClassicStreams.ClassicCall(http, reading);
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}

package io.redial.subjects.apache4.fuzz;

import io.redial.subjects.fuzz.Reading;
import io.redial.subjects.fuzz.StreamClient;
import org.apache.http.client.HttpClient;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.conn.PoolingClientConnectionManager;

/** {@code DefaultHttpClient}, the only one up to 4.2. */
final class OldClient implements StreamClient {
  private final HttpClient http;

  private OldClient(HttpClient http) {
    this.http = http;
  }

  static StreamClient open(int connections) {
    PoolingClientConnectionManager pool = new PoolingClientConnectionManager();
    pool.setDefaultMaxPerRoute(connections);
    pool.setMaxTotal(connections * 20);
    return new OldClient(new DefaultHttpClient(pool));
  }

  @Override
  public Call call(Reading reading) {
    return new ClassicStreams.ClassicCall(http, reading);
  }

  @Override
  public void close() {
    http.getConnectionManager().shutdown();
  }
}

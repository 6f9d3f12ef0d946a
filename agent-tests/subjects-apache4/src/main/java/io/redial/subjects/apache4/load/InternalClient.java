package io.redial.subjects.apache4.load;

import io.redial.subjects.load.LoadCall;
import io.redial.subjects.load.LoadClient;
import io.redial.subjects.load.LoadRequest;
import java.io.IOException;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;

/** What {@code HttpClients.custom()} builds. */
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

  @Override
  public LoadCall call(LoadRequest request) {
    return new ClassicLoad.Call(http, request);
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}

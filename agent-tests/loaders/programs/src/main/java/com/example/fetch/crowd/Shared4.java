package com.example.fetch.crowd;

import java.io.IOException;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** HttpClient 4. */
final class Shared4 implements SharedClient {
  private final CloseableHttpClient client;

  Shared4(int connections) {
    client =
        HttpClients.custom().setMaxConnPerRoute(connections).setMaxConnTotal(connections).build();
  }

  @Override
  public int status(String url) throws IOException {
    try (CloseableHttpResponse response = client.execute(new HttpGet(url))) {
      EntityUtils.consume(response.getEntity());
      return response.getStatusLine().getStatusCode();
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}

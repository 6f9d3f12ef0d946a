package com.example.fetch.crowd;

import java.io.IOException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** HttpClient 5. */
final class Shared5 implements SharedClient {
  private final CloseableHttpClient client;

  Shared5(int connections) {
    client =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setMaxConnPerRoute(connections)
                    .setMaxConnTotal(connections)
                    .build())
            .build();
  }

  @Override
  public int status(String url) throws IOException {
    return client.execute(
        new HttpGet(url),
        response -> {
          EntityUtils.consume(response.getEntity());
          return response.getCode();
        });
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}

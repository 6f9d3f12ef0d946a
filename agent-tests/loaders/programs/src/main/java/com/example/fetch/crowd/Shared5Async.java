package com.example.fetch.crowd;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.http.message.BasicHttpRequest;

/** HttpClient 5's asynchronous client. */
final class Shared5Async implements SharedClient {
  private final CloseableHttpAsyncClient client;

  Shared5Async(int connections) {
    client =
        HttpAsyncClients.custom()
            .setConnectionManager(
                PoolingAsyncClientConnectionManagerBuilder.create()
                    .setMaxConnPerRoute(connections)
                    .setMaxConnTotal(connections)
                    .build())
            .build();
    client.start();
  }

  @Override
  public int status(String url) throws InterruptedException, ExecutionException {
    BasicHttpRequest get = new BasicHttpRequest("GET", URI.create(url));
    return client.execute(SimpleHttpRequest.copy(get), null).get().getCode();
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}

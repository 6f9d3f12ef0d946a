package com.example.fetch.crowd;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;

/** HttpAsyncClient 4. */
final class Shared4Async implements SharedClient {
  private final CloseableHttpAsyncClient client;

  Shared4Async(int connections) {
    client =
        HttpAsyncClients.custom()
            .setMaxConnPerRoute(connections)
            .setMaxConnTotal(connections)
            .build();
    client.start();
  }

  @Override
  public int status(String url) throws InterruptedException, ExecutionException {
    return client.execute(new HttpGet(url), null).get().getStatusLine().getStatusCode();
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}

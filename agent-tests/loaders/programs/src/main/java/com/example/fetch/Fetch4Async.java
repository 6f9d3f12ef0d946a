package com.example.fetch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.util.EntityUtils;

/** A GET by HttpAsyncClient 4: from a URL to status and body. */
public final class Fetch4Async implements UnaryOperator<String> {

  @Override
  public String apply(String url) {
    try (CloseableHttpAsyncClient client = HttpAsyncClients.createDefault()) {
      client.start();
      HttpResponse response = client.execute(new HttpGet(url), null).get();
      int status = response.getStatusLine().getStatusCode();
      return status + " " + EntityUtils.toString(response.getEntity());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}

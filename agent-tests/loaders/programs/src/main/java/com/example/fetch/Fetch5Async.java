package com.example.fetch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.message.BasicHttpRequest;

/** A GET by HttpClient 5's asynchronous client: from a URL to status and body. */
public final class Fetch5Async implements UnaryOperator<String> {

  @Override
  public String apply(String url) {
    try (CloseableHttpAsyncClient client = HttpAsyncClients.createDefault()) {
      client.start();
      HttpRequest get = new BasicHttpRequest("GET", URI.create(url));
      SimpleHttpResponse response = client.execute(SimpleHttpRequest.copy(get), null).get();
      return response.getCode() + " " + response.getBodyText();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}

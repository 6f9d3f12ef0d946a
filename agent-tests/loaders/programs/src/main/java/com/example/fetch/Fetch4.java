package com.example.fetch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.UnaryOperator;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** A GET by HttpClient 4: from a URL to status and body. */
public final class Fetch4 implements UnaryOperator<String> {

  @Override
  public String apply(String url) {
    try (CloseableHttpClient client = HttpClients.createDefault();
        CloseableHttpResponse response = client.execute(new HttpGet(url))) {
      int status = response.getStatusLine().getStatusCode();
      return status + " " + EntityUtils.toString(response.getEntity());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

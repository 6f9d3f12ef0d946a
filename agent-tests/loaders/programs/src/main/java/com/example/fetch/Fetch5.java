package com.example.fetch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** A GET by HttpClient 5: from a URL to status and body. */
public final class Fetch5 implements UnaryOperator<String> {

  @Override
  public String apply(String url) {
    try (CloseableHttpClient client = HttpClients.createDefault()) {
      return client.execute(
          new HttpGet(url),
          response -> response.getCode() + " " + EntityUtils.toString(response.getEntity()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

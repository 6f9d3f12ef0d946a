package com.example.fetch.jdk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.function.UnaryOperator;

/** A GET by java.net.http: from a URL to status and body. */
public final class FetchJdk implements UnaryOperator<String> {

  @Override
  public String apply(String url) {
    try {
      HttpResponse<String> response =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
      return response.statusCode() + " " + response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

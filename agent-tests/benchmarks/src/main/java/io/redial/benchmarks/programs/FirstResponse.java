package io.redial.benchmarks.programs;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** A program that ends with its first response. */
public final class FirstResponse {
  private FirstResponse() {}

  public static void main(String[] arguments) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(arguments[0])).build();
    System.out.println(
        HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode());
  }
}

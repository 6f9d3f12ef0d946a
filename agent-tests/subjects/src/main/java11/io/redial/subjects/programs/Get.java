package io.redial.subjects.programs;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Fetches what its argument names and prints the status. */
public final class Get {
  private Get() {}

  /** Fetches. */
  public static void main(String[] args) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[0])).build();
    System.out.println("status " + client.send(request, BodyHandlers.ofString()).statusCode());
  }
}

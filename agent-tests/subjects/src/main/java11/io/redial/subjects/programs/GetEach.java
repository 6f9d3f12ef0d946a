package io.redial.subjects.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/** Fetches what each line of its standard input names and prints what came of it. */
public final class GetEach {
  private GetEach() {}

  /** Fetches until there are no more lines. */
  public static void main(String[] args) throws IOException, InterruptedException {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String url;
    while ((url = lines.readLine()) != null) {
      System.out.println(fetch(client, URI.create(url)));
    }
  }

  private static String fetch(HttpClient client, URI url) throws InterruptedException {
    try {
      HttpRequest request = HttpRequest.newBuilder(url).build();
      return "status " + client.send(request, BodyHandlers.ofString()).statusCode();
    } catch (IOException e) {
      return "failed " + e.getClass().getName();
    }
  }
}

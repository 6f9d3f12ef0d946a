package io.redial.subjects.programs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Fetches what each line of its standard input names without waiting for those before, and prints
 * what came of each when it is there.
 */
public final class GetAtOnce {
  private GetAtOnce() {}

  /** Fetches until there are no more lines and no more calls. */
  public static void main(String[] args) throws IOException {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    List<CompletableFuture<?>> calls = new ArrayList<>();
    String url;
    while ((url = lines.readLine()) != null) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
      calls.add(client.sendAsync(request, BodyHandlers.discarding()).handle(GetAtOnce::print));
    }
    calls.forEach(CompletableFuture::join);
  }

  private static Void print(HttpResponse<Void> response, Throwable failure) {
    System.out.println(failure == null ? "status " + response.statusCode() : "failed " + failure);
    return null;
  }
}

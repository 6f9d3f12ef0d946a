package io.redial.subjects.programs;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Fetches what its first argument names as often as the second says, blocking and asynchronously by
 * turns, and prints how many answers had status 200.
 */
public final class GetOften {
  private static final int AT_ONCE = 20;

  private GetOften() {}

  /** Fetches. */
  public static void main(String[] args) throws IOException, InterruptedException {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[0])).build();
    int left = Integer.parseInt(args[1]);
    int good = 0;
    while (left > 0) {
      good += isGood(client.send(request, BodyHandlers.ofString())) ? 1 : 0;
      List<CompletableFuture<HttpResponse<String>>> futures = new ArrayList<>();
      for (int i = 1; i < Math.min(AT_ONCE, left); i++) {
        futures.add(client.sendAsync(request, BodyHandlers.ofString()));
      }
      for (CompletableFuture<HttpResponse<String>> future : futures) {
        good += isGood(future.join()) ? 1 : 0;
      }
      left -= 1 + futures.size();
    }
    System.out.println("good " + good);
  }

  private static boolean isGood(HttpResponse<String> response) {
    return response.statusCode() == 200;
  }
}

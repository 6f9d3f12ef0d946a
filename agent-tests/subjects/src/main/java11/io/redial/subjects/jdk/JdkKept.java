package io.redial.subjects.jdk;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An application that keeps what it made of its responses as futures, as caches do, and not the
 * responses: tells how many of their bodies can still not be collected.
 */
public final class JdkKept implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    List<WeakReference<byte[]>> bodies = new CopyOnWriteArrayList<>();
    List<CompletableFuture<Integer>> kept = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args.get("calls")); i++) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(args.get("url"))).build();
      CompletableFuture<Integer> status =
          client
              .sendAsync(request, BodyHandlers.ofByteArray())
              .thenApply(
                  response -> {
                    bodies.add(new WeakReference<>(response.body()));
                    return response.statusCode();
                  });
      status.join();
      kept.add(status);
    }
    long held = bodies.size();
    for (int i = 0; i < 50 && held > 0; i++) {
      System.gc();
      Thread.sleep(100);
      held = bodies.stream().filter(body -> body.get() != null).count();
    }
    return new Reply()
        .put("bodies", bodies.size())
        .put("kept", kept.size())
        .put("held", held)
        .facts();
  }
}

package io.redial.subjects.jdk;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Calls over HTTP/2, {@code times} of them, by an application that accepts what the server pushes,
 * but for the path {@code declined}. Tells how often each outcome came: status and body or what was
 * thrown, and the paths and bodies of what was pushed.
 */
public final class JdkPushes implements Scenario {
  private static final int PATIENCE_SECONDS = 20;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(args.get("url"))).build();
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < Integer.parseInt(args.get("times")); i++) {
      counts.merge(call(request, args.getOrDefault("declined", "")), 1, Integer::sum);
    }
    Reply reply = new Reply();
    counts.forEach((outcome, count) -> reply.put("outcome." + outcome, count));
    return reply.facts();
  }

  private String call(HttpRequest request, String declined) throws InterruptedException {
    Queue<CompletableFuture<HttpResponse<String>>> pushed = new ConcurrentLinkedQueue<>();
    PushPromiseHandler<String> accepting =
        (initiating, promised, acceptor) -> {
          if (!promised.uri().getPath().equals(declined)) {
            pushed.add(acceptor.apply(BodyHandlers.ofString()));
          }
        };
    StringBuilder outcome =
        new StringBuilder(outcome(client.sendAsync(request, BodyHandlers.ofString(), accepting)));
    for (CompletableFuture<HttpResponse<String>> push : pushed) {
      outcome.append(", pushed ").append(outcome(push));
    }
    return outcome.toString();
  }

  private static String outcome(CompletableFuture<HttpResponse<String>> future)
      throws InterruptedException {
    try {
      HttpResponse<String> response = future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return response.statusCode() + " " + response.body();
    } catch (java.util.concurrent.ExecutionException e) {
      return e.getCause().getClass().getSimpleName();
    } catch (java.util.concurrent.TimeoutException e) {
      return "nothing";
    }
  }
}

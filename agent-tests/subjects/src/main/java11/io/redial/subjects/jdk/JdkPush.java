package io.redial.subjects.jdk;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/** A call over HTTP/2 by an application that accepts what the server pushes. */
public final class JdkPush implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    HttpRequest request = HttpRequest.newBuilder(URI.create(args.get("url"))).build();
    ConcurrentMap<HttpRequest, CompletableFuture<HttpResponse<String>>> pushed =
        new ConcurrentHashMap<>();
    HttpResponse<String> response =
        client
            .sendAsync(
                request,
                BodyHandlers.ofString(),
                PushPromiseHandler.of(promised -> BodyHandlers.ofString(), pushed))
            .get();
    Reply reply = new Reply().put("status", response.statusCode()).put("body", response.body());
    reply.put("pushed", pushed.size());
    for (Map.Entry<HttpRequest, CompletableFuture<HttpResponse<String>>> push : pushed.entrySet()) {
      reply.put(
          "push." + push.getKey().uri().getPath(),
          push.getValue().get(10, TimeUnit.SECONDS).body());
    }
    return reply.facts();
  }
}

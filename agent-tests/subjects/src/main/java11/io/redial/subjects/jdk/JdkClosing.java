package io.redial.subjects.jdk;

import io.redial.subjects.InFlight;
import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Calls of a client that is closed under them, as the action {@code close} of the key: tells how
 * many of them had no outcome when that was done, and how they ended.
 */
public final class JdkClosing implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    List<CompletableFuture<String>> calls = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args.get("calls")); i++) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(args.get("url"))).build();
      calls.add(
          client
              .sendAsync(request, BodyHandlers.ofString())
              .handle(
                  (r, failed) -> failed == null ? r.statusCode() + " " + r.body() : "" + failed));
    }
    Reply reply = new Reply();
    CountDownLatch closed = new CountDownLatch(1);
    InFlight.offer(args.get("key"), "close", () -> close(client, calls, reply, closed));
    closed.await(1, TimeUnit.MINUTES);
    for (int i = 0; i < calls.size(); i++) {
      reply.put("outcome." + i, calls.get(i).get(1, TimeUnit.MINUTES));
    }
    return reply.facts();
  }

  /** Java 21's. */
  private static void close(
      HttpClient client,
      List<CompletableFuture<String>> calls,
      Reply reply,
      CountDownLatch closed) {
    try {
      HttpClient.class.getMethod("close").invoke(client);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    reply.put("open", calls.stream().filter(call -> !call.isDone()).count());
    closed.countDown();
  }
}

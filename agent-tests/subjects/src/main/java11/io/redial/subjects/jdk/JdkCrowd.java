package io.redial.subjects.jdk;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Many asynchronous calls at once, each for a path of its own under {@code url}, from one thread;
 * tells how they ended and how many threads that took at most.
 */
public final class JdkCrowd implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    int calls = Integer.parseInt(args.get("calls"));
    ExecutorService executor = Executors.newFixedThreadPool(4);
    HttpClient client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(executor).build();
    client.send(request(args, "first"), BodyHandlers.discarding());
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    threads.resetPeakThreadCount();
    int before = threads.getThreadCount();
    List<CompletableFuture<String>> outcomes = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      outcomes.add(
          client
              .sendAsync(request(args, Integer.toString(i)), BodyHandlers.ofString())
              .handle((r, thrown) -> thrown == null ? "" + r.statusCode() : thrown.toString()));
    }
    Map<String, Integer> counts = new HashMap<>();
    for (CompletableFuture<String> outcome : outcomes) {
      counts.merge(outcome.get(), 1, Integer::sum);
    }
    Reply reply = new Reply().put("before", before).put("peak", threads.getPeakThreadCount());
    counts.forEach((outcome, count) -> reply.put("outcome." + outcome, count));
    executor.shutdown();
    return reply.facts();
  }

  private static HttpRequest request(Map<String, String> args, String name) {
    return HttpRequest.newBuilder(URI.create(args.get("url") + "/" + name)).build();
  }
}

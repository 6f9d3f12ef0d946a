package io.redial.subjects.jdk;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Many asynchronous calls at once, each for a path of its own under {@code url}, from one thread;
 * tells how they ended and how many threads Redial held at most meanwhile.
 */
public final class JdkCrowd implements Scenario {
  /** The methods in which a thread waits for a time or for another thread. */
  private static final Set<String> WAITING =
      Set.of(
          "java.lang.Object.wait",
          "java.lang.Thread.sleep",
          "java.util.concurrent.locks.LockSupport.park",
          "java.util.concurrent.locks.LockSupport.parkNanos");

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    int calls = Integer.parseInt(args.get("calls"));
    ExecutorService executor = Executors.newFixedThreadPool(4);
    HttpClient client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(executor).build();
    client.send(request(args, "first"), BodyHandlers.discarding());
    List<CompletableFuture<String>> outcomes = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      outcomes.add(
          client
              .sendAsync(request(args, Integer.toString(i)), BodyHandlers.ofString())
              .handle((r, thrown) -> thrown == null ? "" + r.statusCode() : thrown.toString()));
    }
    CompletableFuture<Void> all =
        CompletableFuture.allOf(outcomes.toArray(new CompletableFuture<?>[0]));
    int samples = 0;
    long held = 0;
    while (!ends(all)) {
      held = Math.max(held, heldByRedial());
      samples++;
    }
    Map<String, Integer> counts = new HashMap<>();
    for (CompletableFuture<String> outcome : outcomes) {
      counts.merge(outcome.get(), 1, Integer::sum);
    }
    Reply reply = new Reply().put("samples", samples).put("held", held);
    counts.forEach((outcome, count) -> reply.put("outcome." + outcome, count));
    executor.shutdown();
    return reply.facts();
  }

  /** Waits for a moment. Returns whether all calls have ended. */
  private static boolean ends(CompletableFuture<Void> all) throws Exception {
    try {
      all.get(100, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  /** Counts the threads that wait in Redial's own code, whatever else the machine is doing. */
  private static long heldByRedial() {
    return Thread.getAllStackTraces().values().stream().filter(JdkCrowd::waitsInRedial).count();
  }

  private static boolean waitsInRedial(StackTraceElement[] stack) {
    boolean waits = false;
    for (StackTraceElement frame : stack) {
      String method = frame.getClassName() + "." + frame.getMethodName();
      waits |= WAITING.contains(method);
      if (!method.startsWith("java.") && !method.startsWith("jdk.internal.misc.")) {
        return waits
            && method.startsWith("io.redial.")
            && !method.startsWith("io.redial.subjects.");
      }
    }
    return false;
  }

  private static HttpRequest request(Map<String, String> args, String name) {
    return HttpRequest.newBuilder(URI.create(args.get("url") + "/" + name)).build();
  }
}

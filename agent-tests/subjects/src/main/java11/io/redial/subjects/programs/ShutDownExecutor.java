package io.redial.subjects.programs;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Shuts down the executor that it gave its client while a blocking call waits for its retry. */
public final class ShutDownExecutor {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private ShutDownExecutor() {}

  public static void main(String[] args) throws Exception {
    ExecutorService executor = Executors.newCachedThreadPool();
    HttpClient client = HttpClient.newBuilder().executor(executor).build();
    Thread caller = Thread.currentThread();
    Thread stopper = new Thread(() -> stop(executor, caller));
    stopper.setDaemon(true);
    stopper.start();
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(URI.create(args[0])).build(),
            HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.body());
    System.exit(0);
  }

  private static void stop(ExecutorService executor, Thread caller) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!waits(caller) && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    executor.shutdownNow();
  }

  private static boolean waits(Thread caller) {
    for (StackTraceElement frame : caller.getStackTrace()) {
      if (frame.getClassName().equals("io.redial.call.Wait")) {
        return true;
      }
    }
    return false;
  }
}

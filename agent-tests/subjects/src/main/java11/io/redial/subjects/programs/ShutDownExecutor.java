package io.redial.subjects.programs;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.ObjectName;

/** Shuts down the executor that it gave its client while a call waits for its retry. */
public final class ShutDownExecutor {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private ShutDownExecutor() {}

  /** Arguments: where to call, and {@code send} or {@code sendAsync}. */
  public static void main(String[] args) throws Exception {
    ExecutorService executor = Executors.newCachedThreadPool();
    HttpClient client = HttpClient.newBuilder().executor(executor).build();
    Thread stopper = new Thread(() -> stop(executor));
    stopper.setDaemon(true);
    stopper.start();
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[0])).build();
    BodyHandler<String> handler = BodyHandlers.ofString();
    HttpResponse<String> response =
        args[1].equals("send")
            ? client.send(request, handler)
            : client.sendAsync(request, handler).get(20, TimeUnit.SECONDS);
    System.out.println(response.statusCode() + " " + response.body());
    System.exit(0);
  }

  private static void stop(ExecutorService executor) {
    try {
      ObjectName redial = new ObjectName("io.redial:type=Redial");
      long end = System.nanoTime() + PATIENCE_NANOS;
      while (!waits(redial) && System.nanoTime() < end) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
    } catch (JMException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    executor.shutdownNow();
  }

  private static boolean waits(ObjectName redial) throws JMException {
    try {
      return (Integer) ManagementFactory.getPlatformMBeanServer().getAttribute(redial, "Waiting")
          > 0;
    } catch (InstanceNotFoundException early) {
      return false;
    }
  }
}

package io.redial.storms.starvation;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A service whose threads call a healthy and a failing dependency in turn, or a job whose threads
 * each make ten calls of which one fails at first. Prints how many calls succeeded.
 */
public final class Service {
  private static final int WARM_UP = 300;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicInteger succeeded = new AtomicInteger();

  private Service() {}

  /**
   * Says {@code ready}, waits for a line, and begins.
   *
   * @param arguments {@code service}, the addresses of the healthy and the failing dependency,
   *     threads, idle threads beside them, milliseconds of pause, milliseconds to run; or {@code
   *     job}, the address of its dependency, threads
   */
  public static void main(String[] arguments) throws Exception {
    Service service = new Service();
    for (int i = 0; i < WARM_UP; i++) {
      service.status(arguments[1] + (arguments[0].equals("job") ? "/ok" : ""));
    }
    if (arguments[0].equals("service")) {
      new ServerSocket(0).close(); // Having served once is enough.
      beIdle(Integer.parseInt(arguments[4]));
    }
    System.out.println("ready");
    if (System.in.read() < 0) {
      System.exit(0); // Nobody measures any more; the idle threads would go on.
    }
    if (arguments[0].equals("service")) {
      service.serve(arguments);
    } else {
      service.work(arguments[1], Integer.parseInt(arguments[2]));
    }
    System.out.println(service.succeeded.get());
    System.exit(0);
  }

  private static void beIdle(int threads) {
    ExecutorService idle = Executors.newFixedThreadPool(Math.max(1, threads));
    CountDownLatch never = new CountDownLatch(1);
    for (int i = 0; i < threads; i++) {
      idle.execute(
          () -> {
            try {
              never.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
    }
  }

  private void serve(String[] arguments) throws InterruptedException {
    int threads = Integer.parseInt(arguments[3]);
    long pause = TimeUnit.MILLISECONDS.toNanos(Long.parseLong(arguments[5]));
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(arguments[6]));
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      long offset = pause * i / threads; // Users do not come in step.
      pool.execute(
          () -> {
            pause(offset);
            while (System.nanoTime() < end) {
              boolean served = status(arguments[1]) == 200;
              if (served && System.nanoTime() < end) {
                succeeded.incrementAndGet();
              }
              status(arguments[2]);
              pause(pause);
            }
          });
    }
    TimeUnit.NANOSECONDS.sleep(end - System.nanoTime()); // Later calls do not count.
  }

  private void work(String url, int threads) throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      String name = "/once/" + i;
      pool.execute(
          () -> {
            for (int call = 0; call < 10; call++) {
              if (status(url + (call == 0 ? name : "/ok")) == 200) {
                succeeded.incrementAndGet();
              }
            }
          });
    }
    pool.shutdown();
    pool.awaitTermination(1, TimeUnit.MINUTES);
  }

  private static void pause(long nanos) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int status(String url) {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
      return client.send(request, BodyHandlers.ofString()).statusCode();
    } catch (IOException failed) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }
}

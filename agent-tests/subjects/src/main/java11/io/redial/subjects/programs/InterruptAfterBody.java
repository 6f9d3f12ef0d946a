package io.redial.subjects.programs;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts a blocking call whose response has arrived whole, while the common pool, through which
 * the futures of {@code sendAsync} complete, is busy. Then makes a second call.
 */
public final class InterruptAfterBody {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch free = new CountDownLatch(1);
  private volatile boolean answered;

  public static void main(String[] args) throws Exception {
    new InterruptAfterBody().run(URI.create(args[0]));
    System.exit(0);
  }

  private void run(URI url) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(url).build();
    for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
      ForkJoinPool.commonPool().execute(() -> await(free));
    }
    Thread caller = Thread.currentThread();
    Thread interrupter = new Thread(() -> interrupt(caller));
    interrupter.start();
    String first;
    try {
      first = Integer.toString(client.send(request, info -> reporting()).statusCode());
    } catch (InterruptedException e) {
      first = "interrupted";
    }
    synchronized (this) {
      answered = true;
      Thread.interrupted();
    }
    interrupter.join();
    free.countDown();
    System.out.println(first + " " + client.send(request, BodyHandlers.ofString()).body());
  }

  private BodySubscriber<String> reporting() {
    BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
    return BodySubscribers.fromSubscriber(
        bytes,
        all -> {
          arrived.countDown();
          return "";
        });
  }

  private void interrupt(Thread caller) {
    await(arrived);
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!answered && caller.getState() != Thread.State.WAITING && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    synchronized (this) {
      if (!answered) {
        caller.interrupt();
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

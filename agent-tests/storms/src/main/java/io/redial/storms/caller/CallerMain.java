package io.redial.storms.caller;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes calls at a fixed rate, each on a thread of its own, whatever becomes of those before: users
 * do not wait for each other. Prints a line for each call: its number and {@code ok} or {@code
 * failed}.
 */
public final class CallerMain {
  private static final int WARM_UP = 40;

  private final UserCall call;
  private final URI uri;
  private final int callsPerSecond;
  private final ExecutorService users = Executors.newCachedThreadPool();

  private CallerMain(UserCall call, URI uri, int callsPerSecond) {
    this.call = call;
    this.uri = uri;
    this.callsPerSecond = callsPerSecond;
  }

  /**
   * Says {@code ready} when its classes are loaded, waits for a line, and begins.
   *
   * @param arguments which {@link UserCall}, where to, where to warm up, calls per second, calls
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    UserCall call = call(arguments[0]);
    for (int i = 0; i < WARM_UP; i++) {
      status(call, URI.create(arguments[2]), -1);
    }
    System.out.println("ready");
    if (System.in.read() < 0) {
      return;
    }
    int callsPerSecond = Integer.parseInt(arguments[3]);
    new CallerMain(call, URI.create(arguments[1]), callsPerSecond)
        .run(Integer.parseInt(arguments[4]));
    System.exit(0);
  }

  private static UserCall call(String name) {
    return switch (name) {
      case "httpclient5" -> new WithHttpClient5();
      case "resilience4j" -> new WithResilience4j();
      case "failsafe" -> new WithFailsafe();
      default -> new Plain();
    };
  }

  private void run(int calls) throws InterruptedException {
    String[] results = new String[calls];
    CountDownLatch open = new CountDownLatch(calls);
    AtomicInteger numbers = new AtomicInteger();
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      long due = start + i * TimeUnit.SECONDS.toNanos(1) / callsPerSecond;
      TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
      users.execute(
          () -> {
            int number = numbers.getAndIncrement();
            results[number] = status(call, uri, number) == 200 ? "ok" : "failed";
            open.countDown();
          });
    }
    // A call may well outlive the others: nobody waits for it longer than for an answer.
    boolean all = open.await(30, TimeUnit.SECONDS);
    for (int i = 0; i < calls; i++) {
      System.out.println(i + " " + (all || results[i] != null ? results[i] : "failed"));
    }
  }

  private static int status(UserCall call, URI uri, int number) {
    try {
      return call.make(uri, number);
    } catch (Exception failed) {
      return -1;
    }
  }
}

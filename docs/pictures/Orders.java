import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A service that calls others all the time, for the picture of a report. It knows nothing of
 * Redial. Arguments: for how many seconds, then METHOD=URL for each thread.
 */
public final class Orders {
  private static final int PAUSE_MILLIS = 250;

  private final HttpClient client = HttpClient.newHttpClient();
  private final long end;

  private Orders(long seconds) {
    end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
  }

  public static void main(String[] arguments) throws InterruptedException {
    Orders orders = new Orders(Long.parseLong(arguments[0]));
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i < arguments.length; i++) {
      String[] call = arguments[i].split("=", 2);
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(call[1]))
              .method(
                  call[0],
                  call[0].equals("GET")
                      ? BodyPublishers.noBody()
                      : BodyPublishers.ofString("amount=12.50"))
              .build();
      Random random = new Random(i);
      Thread thread = new Thread(() -> orders.call(request, random));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void call(HttpRequest request, Random random) {
    while (System.nanoTime() < end) {
      try {
        client.send(request, BodyHandlers.ofString());
      } catch (IOException failed) {
        // The recording has it.
      } catch (InterruptedException e) {
        return;
      }
      try {
        Thread.sleep(PAUSE_MILLIS + random.nextInt(4 * PAUSE_MILLIS)); // How often people order.
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}

package io.redial.subjects.apache4;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.impl.nio.conn.PoolingNHttpClientConnectionManager;
import org.apache.http.impl.nio.reactor.DefaultConnectingIOReactor;
import org.apache.http.util.EntityUtils;

/**
 * Makes a call whose first attempt has not got to its connection when the second one begins: the
 * client asks for the route, or the address, on the thread that starts the attempt.
 */
public final class SlowStartScenario implements Scenario {
  private static final long LONGEST_SECONDS = 20;
  private static final long SOON_SECONDS = 5;

  private final AtomicInteger started = new AtomicInteger();
  private final CountDownLatch secondStarts = new CountDownLatch(1);

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    URI url = URI.create(args.get("url"));
    PoolingNHttpClientConnectionManager pool =
        new PoolingNHttpClientConnectionManager(new DefaultConnectingIOReactor());
    try (CloseableHttpAsyncClient client =
        HttpAsyncClients.custom()
            .setConnectionManager(pool)
            .setRoutePlanner((target, request, context) -> route(target))
            .build()) {
      client.start();
      HttpResponse response =
          client
              .execute(URIUtils.extractHost(url), new HttpGet(url), null)
              .get(LONGEST_SECONDS, TimeUnit.SECONDS);
      EntityUtils.consume(response.getEntity());
      return new Reply()
          .put("status", response.getStatusLine().getStatusCode())
          .put("started", started)
          .put("leased", leasedInTheEnd(pool))
          .facts();
    }
  }

  private HttpRoute route(HttpHost target) {
    if (started.incrementAndGet() == 1) {
      await(secondStarts);
    } else {
      secondStarts.countDown();
    }
    return new HttpRoute(target);
  }

  static int leasedInTheEnd(PoolingNHttpClientConnectionManager pool) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SOON_SECONDS);
    while (pool.getTotalStats().getLeased() > 0 && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    return pool.getTotalStats().getLeased();
  }

  static void await(CountDownLatch latch) {
    try {
      if (!latch.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nothing happened");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

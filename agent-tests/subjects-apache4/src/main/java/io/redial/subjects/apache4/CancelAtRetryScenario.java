package io.redial.subjects.apache4;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequestInterceptor;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.impl.nio.conn.PoolingNHttpClientConnectionManager;
import org.apache.http.impl.nio.reactor.DefaultConnectingIOReactor;
import org.apache.http.nio.protocol.BasicAsyncRequestProducer;
import org.apache.http.nio.protocol.BasicAsyncResponseConsumer;

/**
 * Cancels a call while its second attempt is being handed to the client, which returns only once
 * the consumer has been cancelled.
 */
public final class CancelAtRetryScenario implements Scenario {
  private static final long LONGEST_SECONDS = 20;

  /** So that the thread that hands over the attempt has gone on, too. */
  private static final long WELL_AFTER_MILLIS = 300;

  private final AtomicInteger handedOver = new AtomicInteger();
  private final AtomicInteger sent = new AtomicInteger();
  private final CountDownLatch secondBegins = new CountDownLatch(1);
  private final CountDownLatch consumerCancelled = new CountDownLatch(1);
  private final CountDownLatch secondSent = new CountDownLatch(1);

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    URI url = URI.create(args.get("url"));
    HttpHost host = URIUtils.extractHost(url);
    PoolingNHttpClientConnectionManager pool =
        new PoolingNHttpClientConnectionManager(new DefaultConnectingIOReactor());
    try (CloseableHttpAsyncClient client =
        HttpAsyncClients.custom()
            .setConnectionManager(pool)
            .setRoutePlanner((target, request, context) -> route(target))
            .addInterceptorLast((HttpRequestInterceptor) (request, context) -> noteSent())
            .build()) {
      client.start();
      Future<HttpResponse> call =
          client.execute(
              new BasicAsyncRequestProducer(host, new HttpGet(url)), new Consumer(), null);
      boolean begins = secondBegins.await(LONGEST_SECONDS, TimeUnit.SECONDS);
      boolean cancelled = call.cancel(true);
      return new Reply()
          .put("begins", begins)
          .put("cancelled", cancelled)
          .put("leased", SlowStartScenario.leasedInTheEnd(pool))
          .facts();
    }
  }

  private HttpRoute route(HttpHost target) {
    if (handedOver.incrementAndGet() == 2) {
      secondBegins.countDown();
      SlowStartScenario.await(consumerCancelled);
    }
    return new HttpRoute(target);
  }

  private void noteSent() {
    if (sent.incrementAndGet() == 2) {
      secondSent.countDown();
    }
  }

  private final class Consumer extends BasicAsyncResponseConsumer {
    @Override
    protected void releaseResources() {
      super.releaseResources();
      consumerCancelled.countDown();
      SlowStartScenario.await(secondSent);
      try {
        TimeUnit.MILLISECONDS.sleep(WELL_AFTER_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

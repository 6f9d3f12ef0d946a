package io.redial.subjects.apache4;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.impl.nio.conn.PoolingNHttpClientConnectionManager;
import org.apache.http.impl.nio.reactor.DefaultConnectingIOReactor;
import org.apache.http.nio.conn.NoopIOSessionStrategy;
import org.apache.http.nio.conn.SchemeIOSessionStrategy;
import org.apache.http.nio.protocol.BasicAsyncRequestProducer;
import org.apache.http.nio.protocol.BasicAsyncResponseConsumer;

/** Closes the client while the second attempt of a call looks up its address. */
public final class CloseAtRetryScenario implements Scenario {
  private static final long LONGEST_SECONDS = 8;
  private static final long CLOSING_MILLIS = 300;

  private final AtomicInteger lookups = new AtomicInteger();
  private final AtomicBoolean released = new AtomicBoolean();
  private CloseableHttpAsyncClient client;

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    URI url = URI.create(args.get("url").replace("127.0.0.1", "localhost"));
    client =
        HttpAsyncClients.custom()
            .setConnectionManager(
                new PoolingNHttpClientConnectionManager(
                    new DefaultConnectingIOReactor(),
                    null,
                    RegistryBuilder.<SchemeIOSessionStrategy>create()
                        .register("http", NoopIOSessionStrategy.INSTANCE)
                        .build(),
                    this::lookUp))
            .build();
    client.start();
    Future<HttpResponse> call =
        client.execute(
            new BasicAsyncRequestProducer(URIUtils.extractHost(url), new HttpGet(url)),
            new Consumer(),
            null);
    Reply reply = new Reply();
    try {
      reply.put("status", call.get(LONGEST_SECONDS, TimeUnit.SECONDS).getStatusLine());
    } catch (ExecutionException e) {
      reply.put("failed", e.getCause().getClass().getName());
    } catch (TimeoutException e) {
      reply.put("hung", true);
    }
    return reply.put("lookups", lookups).put("released", released).facts();
  }

  private InetAddress[] lookUp(String host) {
    if (lookups.incrementAndGet() == 2) {
      new Thread(this::close, "closer").start();
      try {
        TimeUnit.MILLISECONDS.sleep(CLOSING_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return new InetAddress[] {InetAddress.getLoopbackAddress()};
  }

  private void close() {
    try {
      client.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Consumer extends BasicAsyncResponseConsumer {
    @Override
    protected void releaseResources() {
      super.releaseResources();
      released.set(true);
    }
  }
}

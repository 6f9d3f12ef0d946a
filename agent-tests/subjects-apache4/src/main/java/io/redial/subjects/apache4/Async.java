package io.redial.subjects.apache4;

import io.redial.subjects.BodyKind;
import io.redial.subjects.Client;
import io.redial.subjects.InFlight;
import io.redial.subjects.Order;
import io.redial.subjects.Reading;
import io.redial.subjects.Releases;
import io.redial.subjects.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.HttpHost;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClientBuilder;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.nio.client.methods.HttpAsyncMethods;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/** {@code HttpAsyncClient.execute}, with a callback, and a thread that waits for the future. */
public class Async implements Client {
  private final Map<String, CloseableHttpAsyncClient> clients = new ConcurrentHashMap<>();

  /** A client that is not started yet. */
  CloseableHttpAsyncClient create(Order order) {
    HttpAsyncClientBuilder builder =
        HttpAsyncClients.custom()
            .setMaxConnPerRoute(Classic.pool(order))
            .setMaxConnTotal(Classic.pool(order));
    if (order.followRedirects()) {
      builder.setRedirectStrategy(new LaxRedirectStrategy());
    }
    if (OriginalInterceptor.isWanted(order)) {
      builder.addInterceptorFirst(new OriginalInterceptor());
    }
    if (TokenInterceptor.isWanted(order)) {
      TokenInterceptor tokens = new TokenInterceptor(order);
      builder.addInterceptorLast(tokens);
      tokens.fetchWith(null, HttpClients.createDefault());
    }
    return builder.build();
  }

  private CloseableHttpAsyncClient client(Order order) {
    return clients.computeIfAbsent(
        order.clientName()
            + "/"
            + order.get("pool", "")
            + TokenInterceptor.from(order)
            + OriginalInterceptor.isWanted(order),
        name -> {
          CloseableHttpAsyncClient client = create(order);
          client.start();
          InFlight.offer(order.get("client-name", null), "close", () -> close(client));
          return client;
        });
  }

  private static void close(CloseableHttpAsyncClient client) {
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Reply send(Order order) throws Exception {
    CloseableHttpAsyncClient client = client(order);
    if (!order.get("way", "").isEmpty()) {
      return AsyncWays.send(client, order);
    }
    Reply reply = new Reply();
    try (RequestBody body = new RequestBody(order);
        ResponseTaken taken = new ResponseTaken(order, reply)) {
      HttpRequestBase request = RequestOf.order(order, entity(order, body));
      request.setConfig(
          RequestConfig.copy(Internal.config(order))
              .setRedirectsEnabled(order.followRedirects())
              .build());
      Producing producer = new Producing(Uploads.orElse(() -> producer(request), order));
      Consuming consumer =
          new Consuming(taken, order.reading() == Reading.CONSUMER, Consumers.of(order));
      consumer.isDoneWithTheHead = order.get("done", "").equals("head");
      Releases.offer(order.key(), "producer", producer::closes);
      Releases.offer(order.key(), "consumer", consumer::closes);
      Callback callback = new Callback();
      long start = System.nanoTime();
      Future<byte[]> future;
      try {
        future = client.execute(producer, consumer, null, callback);
      } catch (RuntimeException refused) { // 4.0 throws at once where 4.1 fails the future.
        return reply.thrown("thrown", refused);
      }
      reply.put("returned-after", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
      InFlight.offer(order.key(), "attached", () -> {});
      InFlight.offer(order.key(), "cancel", () -> future.cancel(true));
      InFlight.offer(order.key(), "abort", request::abort);
      InFlight.offer(order.key(), "shut-down", consumer::shutDown);
      try {
        byte[] bytes = future.get();
        elapsed(reply, start);
        if (bytes != null) {
          reply.body(bytes);
        }
      } catch (ExecutionException wrapped) {
        elapsed(reply, start);
        reply.put("wrapped-by", wrapped.getClass().getName());
        reply.thrown("thrown", wrapped.getCause());
      } catch (Exception thrown) {
        elapsed(reply, start);
        reply.thrown("thrown", thrown);
      }
      callback.done.await(5, TimeUnit.SECONDS);
      callback.tell(reply);
      consumer.closed.await(5, TimeUnit.SECONDS);
      producer.closed.await(5, TimeUnit.SECONDS);
      reply.put("future.cancelled", future.isCancelled());
      reply.put("future.class", future.getClass().getName());
      producer.tell(reply);
      consumer.tell(reply);
      body.tell(reply);
      taken.tell();
    }
    return reply;
  }

  private static org.apache.http.HttpEntity entity(Order order, RequestBody body) {
    BodyKind kind = order.bodyKind();
    boolean pieces = kind == BodyKind.PUBLISHER || kind == BodyKind.ONE_TIME_PUBLISHER;
    return pieces
        ? new Pieces(order.bodyBytes(), kind == BodyKind.PUBLISHER, body::asked)
        : body.entity();
  }

  private static HttpAsyncRequestProducer producer(HttpRequestBase request) {
    HttpHost target =
        new HttpHost(
            request.getURI().getHost(), request.getURI().getPort(), request.getURI().getScheme());
    return HttpAsyncMethods.create(target, request);
  }

  private static void elapsed(Reply reply, long start) {
    reply.put("elapsed", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
  }

  /** What the application is told besides its future. */
  private static final class Callback implements FutureCallback<byte[]> {
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile String thread;
    private volatile String what;
    private volatile Throwable failure;

    private void called(String how, Throwable thrown) {
      calls.incrementAndGet();
      thread = Thread.currentThread().getName();
      what = how;
      failure = thrown;
      done.countDown();
    }

    @Override
    public void completed(byte[] result) {
      called("completed", null);
    }

    @Override
    public void failed(Exception thrown) {
      called("failed", thrown);
    }

    @Override
    public void cancelled() {
      called("cancelled", null);
    }

    void tell(Reply reply) {
      reply.put("callback.calls", calls.get());
      reply.put("callback.thread", thread);
      reply.put("callback.what", what);
      if (failure != null) {
        reply.thrown("callback", failure);
      }
    }
  }
}

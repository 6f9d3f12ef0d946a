package io.redial.subjects.apache5;

import io.redial.subjects.Client;
import io.redial.subjects.InFlight;
import io.redial.subjects.Order;
import io.redial.subjects.Releases;
import io.redial.subjects.Reply;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpResponse;

/** {@code CloseableHttpAsyncClient.execute}, with a callback, and a thread that waits. */
public class Async implements Client {
  private final boolean minimal;

  /** The clients that {@code HttpAsyncClients.custom()} and {@code customHttp2()} build. */
  public Async() {
    this(false);
  }

  Async(boolean minimal) {
    this.minimal = minimal;
  }

  @Override
  public Reply send(Order order) throws Exception {
    Reply reply = new Reply();
    CloseableHttpAsyncClient client = AsyncClients.of(order, minimal);
    if (order.get("way", "").equals("simple")) {
      return Ways.simple(client, order);
    }
    if (order.get("producer", "").equals("classic-client")) {
      return Ways.classic(client, order);
    }
    try (AsyncRequest request = new AsyncRequest(order)) {
      CountingConsumer consumer = new CountingConsumer(order);
      Releases.offer(order.key(), "producer", request::releases);
      Releases.offer(order.key(), "consumer", consumer::releases);
      Callback callback = new Callback();
      long start = System.nanoTime();
      Future<HttpResponse> future =
          Ways.execute(client, order, request.producer(), consumer, callback);
      reply.put("returned-after", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
      InFlight.offer(order.key(), "attached", () -> {});
      InFlight.offer(order.key(), "cancel", () -> future.cancel(true));
      try {
        HttpResponse response = future.get();
        Replies.elapsed(reply, start);
        Replies.response(reply, response);
        reply.body(consumer.body());
      } catch (ExecutionException wrapped) {
        Replies.elapsed(reply, start);
        reply.put("wrapped-by", wrapped.getClass().getName());
        reply.thrown("thrown", wrapped.getCause());
      } catch (Exception thrown) {
        Replies.elapsed(reply, start);
        reply.thrown("thrown", thrown);
      }
      callback.done.await(5, TimeUnit.SECONDS);
      callback.tell(reply);
      reply.put("future.cancelled", future.isCancelled());
      reply.put("future.class", future.getClass().getName());
      request.tell(reply);
      consumer.tell(reply);
    }
    return reply;
  }

  private static final class Callback implements FutureCallback<HttpResponse> {
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile String thread;
    private volatile String kind;
    private volatile Exception failure;

    @Override
    public void completed(HttpResponse response) {
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

    private void called(String how, Exception thrown) {
      calls.incrementAndGet();
      thread = Thread.currentThread().getName();
      kind = how;
      failure = thrown;
      done.countDown();
    }

    void tell(Reply reply) {
      reply.put("callback.calls", calls.get()).put("callback.thread", thread);
      reply.put("callback.kind", kind);
      if (failure != null) {
        reply.thrown("callback", failure);
      }
    }
  }
}

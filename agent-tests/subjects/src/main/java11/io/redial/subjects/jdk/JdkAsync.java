package io.redial.subjects.jdk;

import io.redial.subjects.Client;
import io.redial.subjects.InFlight;
import io.redial.subjects.Order;
import io.redial.subjects.Reply;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code HttpClient.sendAsync}, with a callback, and a thread that waits for the future. */
public final class JdkAsync implements Client {
  @Override
  public Reply send(Order order) throws Exception {
    Reply reply = new Reply();
    HttpClient client = JdkClients.of(order);
    try (JdkRequest request = new JdkRequest(order);
        JdkHandler handler = new JdkHandler(order)) {
      long start = System.nanoTime();
      CompletableFuture<? extends HttpResponse<?>> future =
          client.sendAsync(request.http(), handler.http());
      reply.put("returned-after", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
      Callback callback = new Callback();
      CompletableFuture<?> dependent = future.whenComplete(callback::called);
      CompletableFuture<?> later = future.thenCompose(response -> new CompletableFuture<>());
      InFlight.offer(order.key(), "attached", () -> {});
      InFlight.offer(order.key(), "cancel-later", () -> later.cancel(true));
      InFlight.offer(
          order.key(),
          "dependents",
          () -> reply.put("future.dependents", future.getNumberOfDependents()));
      InFlight.offer(order.key(), "cancel", () -> future.cancel(true));
      InFlight.offer(order.key(), "cancel-dependent", () -> callback.cancel(dependent));
      if (order.cancelAfter() > 0) {
        future.orTimeout(order.cancelAfter(), TimeUnit.MILLISECONDS);
      }
      // Whoever gets a future may run its callbacks; here the client's threads are to do it.
      callback.done.await(1, TimeUnit.MINUTES);
      try {
        HttpResponse<?> response = future.get();
        JdkReplies.elapsed(reply, start);
        JdkReplies.response(reply, response, request);
        handler.read(response.body(), reply);
      } catch (ExecutionException wrapped) {
        JdkReplies.elapsed(reply, start);
        reply.put("wrapped-by", wrapped.getClass().getName());
        reply.thrown("thrown", wrapped.getCause());
      } catch (Exception thrown) {
        JdkReplies.elapsed(reply, start);
        reply.thrown("thrown", thrown);
      }
      callback.tell(reply);
      reply.put("future.cancelled", future.isCancelled());
      reply.put("future.class", future.getClass().getName());
      request.tell(reply);
      handler.tell(reply);
    }
    return reply;
  }

  /** A dependent of the future, as applications hang them on. */
  private static final class Callback {
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile String thread;
    private volatile Throwable failure;

    void called(Object response, Throwable failed) {
      calls.incrementAndGet();
      thread = Thread.currentThread().getName();
      failure = failed;
      done.countDown();
    }

    /** A dependent that was cancelled is not called any more. */
    void cancel(CompletableFuture<?> dependent) {
      dependent.cancel(true);
      done.countDown();
    }

    void tell(Reply reply) {
      reply.put("callback.calls", calls.get()).put("callback.thread", thread);
      if (failure != null) {
        reply.put("callback.wrapped", failure instanceof CompletionException);
        reply.thrown("callback", failure);
      }
    }
  }
}

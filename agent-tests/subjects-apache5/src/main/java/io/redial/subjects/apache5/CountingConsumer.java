package io.redial.subjects.apache5;

import io.redial.subjects.Order;
import io.redial.subjects.Received;
import io.redial.subjects.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/** An application's consumer: gathers the body and counts what it is told. */
final class CountingConsumer implements AsyncResponseConsumer<HttpResponse> {
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger released = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final Received body;
  private volatile String statuses = "";
  private volatile String thread;
  private volatile int informational;
  private final AsyncResponseConsumer<?> inner;
  private final CountDownLatch read = new CountDownLatch(1);

  /** Whether the client owes it the end of a body, or a failure. */
  private volatile boolean awaitsEnd;

  /** Whether the application still reads when the client is done. */
  private final boolean readsOn;

  /** One of the {@link Consumers}. */
  CountingConsumer(Order order) {
    String kind = order.get("consumer", "");
    body = new Received(order);
    readsOn = kind.equals("reactive");
    inner =
        Consumers.of(
            kind,
            new OutputStream() {
              @Override
              public void close() {
                read.countDown();
              }

              @Override
              public void write(int one) {
                write(new byte[] {(byte) one}, 0, 1);
              }

              @Override
              public void write(byte[] bytes, int offset, int length) {
                synchronized (CountingConsumer.this) {
                  body.write(bytes, offset, length);
                }
              }
            });
  }

  @Override
  public void consumeResponse(
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      FutureCallback<HttpResponse> callback)
      throws HttpException, IOException {
    calls.incrementAndGet();
    statuses = statuses + response.getCode() + " ";
    thread = Thread.currentThread().getName();
    if (entity == null) {
      callback.completed(response);
    } else {
      awaitsEnd = true;
      pass(inner, response, entity, context, callback);
    }
  }

  private static <T> void pass(
      AsyncResponseConsumer<T> to,
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      FutureCallback<HttpResponse> callback)
      throws HttpException, IOException {
    to.consumeResponse(
        response,
        entity,
        context,
        new FutureCallback<T>() {
          @Override
          public void completed(T ignored) {
            callback.completed(response);
          }

          @Override
          public void failed(Exception thrown) {
            callback.failed(thrown);
          }

          @Override
          public void cancelled() {
            callback.cancelled();
          }
        });
  }

  @Override
  public void informationResponse(HttpResponse response, HttpContext context) {
    informational = response.getCode();
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    inner.updateCapacity(channel);
  }

  @Override
  public void consume(ByteBuffer bytes) throws IOException {
    inner.consume(bytes);
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) throws HttpException, IOException {
    awaitsEnd = false;
    inner.streamEnd(trailers);
  }

  @Override
  public void failed(Exception cause) {
    failed.incrementAndGet();
    inner.failed(cause);
  }

  @Override
  public void releaseResources() {
    released.incrementAndGet();
    inner.releaseResources();
  }

  byte[] body() throws InterruptedException {
    if (readsOn) {
      read.await(5, TimeUnit.SECONDS);
    }
    synchronized (this) {
      return body.toByteArray();
    }
  }

  int releases() {
    return released.get();
  }

  /**
   * Waits a little, because the client lets go of it after it has completed the future, and may do
   * so before it tells a failure. A reactive consumer cancels the future when it is let go of, and
   * is told the failure only then.
   */
  void tell(Reply reply) throws InterruptedException {
    for (int i = 0; i < 100 && (released.get() == 0 || mayStillFail()); i++) {
      Thread.sleep(10);
    }
    body.tell(reply);
    reply.put("handler.calls", calls.get());
    reply.put("handler.thread", thread);
    reply.put("handler.statuses", statuses.trim());
    reply.put("handler.informational", informational);
    reply.put("handler.failed", failed.get() > 0);
    reply.put("consumer.released", released.get() > 0);
    reply.put("consumer.releases", released.get());
  }

  private boolean mayStillFail() {
    boolean mayEnd = readsOn ? read.getCount() > 0 : awaitsEnd;
    return mayEnd && failed.get() == 0;
  }
}

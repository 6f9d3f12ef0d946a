package io.redial.subjects.apache5;

import io.redial.subjects.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
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
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private volatile String statuses = "";
  private volatile String thread;
  private volatile int informational;
  private HttpResponse head;
  private FutureCallback<HttpResponse> result;

  @Override
  public void consumeResponse(
      HttpResponse response,
      EntityDetails entity,
      HttpContext context,
      FutureCallback<HttpResponse> callback) {
    calls.incrementAndGet();
    statuses = statuses + response.getCode() + " ";
    thread = Thread.currentThread().getName();
    head = response;
    result = callback;
    if (entity == null) {
      callback.completed(response);
    }
  }

  @Override
  public void informationResponse(HttpResponse response, HttpContext context) {
    informational = response.getCode();
  }

  @Override
  public void updateCapacity(CapacityChannel channel) throws IOException {
    channel.update(Integer.MAX_VALUE);
  }

  @Override
  public synchronized void consume(ByteBuffer bytes) {
    byte[] piece = new byte[bytes.remaining()];
    bytes.get(piece);
    body.write(piece, 0, piece.length);
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) throws HttpException, IOException {
    result.completed(head);
  }

  @Override
  public void failed(Exception cause) {
    failed.incrementAndGet();
  }

  @Override
  public void releaseResources() {
    released.incrementAndGet();
  }

  synchronized byte[] body() {
    return body.toByteArray();
  }

  int releases() {
    return released.get();
  }

  /** Waits a little, because the client lets go of it after it has completed the future. */
  void tell(Reply reply) throws InterruptedException {
    for (int i = 0; i < 100 && released.get() == 0; i++) {
      Thread.sleep(10);
    }
    reply.put("handler.calls", calls.get());
    reply.put("handler.thread", thread);
    reply.put("handler.statuses", statuses.trim());
    reply.put("handler.informational", informational);
    reply.put("handler.failed", failed.get() > 0);
    reply.put("consumer.released", released.get() > 0);
    reply.put("consumer.releases", released.get());
  }
}

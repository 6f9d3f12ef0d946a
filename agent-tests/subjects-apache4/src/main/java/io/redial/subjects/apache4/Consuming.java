package io.redial.subjects.apache4;

import io.redial.subjects.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.http.HttpException;
import org.apache.http.HttpResponse;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/** The application's consumer, which takes the body as it comes, and how often it was told what. */
final class Consuming implements HttpAsyncResponseConsumer<byte[]> {
  final CountDownLatch closed = new CountDownLatch(1);
  private final ResponseTaken taken;
  private final boolean slow;

  /** One of the library's that takes the body in its place, or null. */
  private final HttpAsyncResponseConsumer<byte[]> inner;

  private final ByteArrayOutputStream body;
  private final AtomicInteger completions = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger cancels = new AtomicInteger();
  private final AtomicInteger closes = new AtomicInteger();
  private final AtomicReference<IOControl> control = new AtomicReference<>();

  /** Whether it says that it is done as soon as it has the head. */
  boolean isDoneWithTheHead;

  private volatile boolean hasHead;
  private volatile byte[] result;
  private volatile Exception failure;

  /**
   * A consumer.
   *
   * @param slow whether it suspends its input after each piece
   * @param inner takes the body in its place; may be null
   */
  Consuming(ResponseTaken taken, boolean slow, HttpAsyncResponseConsumer<byte[]> inner) {
    this.taken = taken;
    this.body = taken.received();
    this.slow = slow;
    this.inner = inner;
  }

  @Override
  public void responseReceived(HttpResponse response) throws IOException, HttpException {
    taken.see(response);
    hasHead = true;
    if (inner != null) {
      inner.responseReceived(response);
    }
  }

  @Override
  public void consumeContent(ContentDecoder decoder, IOControl control) throws IOException {
    this.control.compareAndSet(null, control);
    if (inner != null) {
      inner.consumeContent(decoder, control);
      return;
    }
    ByteBuffer piece = ByteBuffer.allocate(1024);
    if (decoder.read(piece) > 0) {
      body.write(piece.array(), 0, piece.position());
    }
    if (slow && !decoder.isCompleted()) {
      control.suspendInput();
      new Thread(control::requestInput).start();
    }
  }

  @Override
  public void responseCompleted(HttpContext context) {
    completions.incrementAndGet();
    if (inner != null) {
      inner.responseCompleted(context);
      failure = inner.getException();
      result = inner.getResult();
      return;
    }
    result = body.toByteArray();
  }

  @Override
  public void failed(Exception thrown) {
    failures.incrementAndGet();
    failure = thrown;
    if (inner != null) {
      inner.failed(thrown);
    }
  }

  @Override
  public boolean cancel() {
    cancels.incrementAndGet();
    return inner == null || inner.cancel();
  }

  @Override
  public Exception getException() {
    return failure;
  }

  @Override
  public byte[] getResult() {
    return result;
  }

  @Override
  public boolean isDone() {
    return result != null || failure != null || (isDoneWithTheHead && hasHead);
  }

  @Override
  public void close() throws IOException {
    closes.incrementAndGet();
    if (inner != null) {
      inner.close();
    }
    closed.countDown();
  }

  /** Shuts down the connection by the control that came with the first piece. */
  void shutDown() {
    try {
      control.get().shutdown();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int closes() {
    return closes.get();
  }

  void tell(Reply reply) {
    reply.put("consumer.completed", completions.get());
    reply.put("consumer.failed", failures.get());
    reply.put("consumer.cancelled", cancels.get());
    reply.put("consumer.closed", closes.get());
  }
}

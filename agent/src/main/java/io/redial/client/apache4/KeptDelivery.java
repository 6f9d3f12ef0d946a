package io.redial.client.apache4;

import java.nio.ByteBuffer;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.BasicFuture;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * Delivers a kept response to the application's consumer as a connection would have done: while the
 * consumer has suspended its input, nothing is delivered.
 */
final class KeptDelivery<T> implements ContentDecoder, IOControl {
  private final HttpAsyncResponseConsumer<T> consumer;
  private final BasicFuture<T> future;
  private final HttpContext context;
  private final ByteBuffer bytes;
  private final Runnable release;

  /** Whether the consumer may have received some of the response. */
  boolean begun;

  private boolean suspended;
  private boolean running;
  private boolean exhausted;

  KeptDelivery(
      HttpAsyncResponseConsumer<T> consumer,
      BasicFuture<T> future,
      HttpContext context,
      byte[] bytes,
      Runnable release) {
    this.consumer = consumer;
    this.future = future;
    this.context = context;
    this.bytes = ByteBuffer.wrap(bytes);
    this.release = release;
  }

  void start(HttpResponse response) {
    begun = true;
    try {
      consumer.responseReceived(response);
      exhausted = response.getEntity() == null;
    } catch (Throwable thrown) {
      fail(thrown);
      return;
    }
    run();
  }

  private void run() {
    synchronized (this) {
      if (running) {
        return;
      }
      running = true;
    }
    try {
      while (!exhausted && !consumer.isDone()) {
        synchronized (this) {
          if (suspended) {
            running = false;
            return;
          }
        }
        consumer.consumeContent(this, this);
      }
      consumer.responseCompleted(context);
    } catch (Throwable thrown) {
      fail(thrown);
      return;
    }
    finish();
  }

  private void finish() {
    Exception failure = consumer.getException();
    try {
      if (failure == null) {
        future.completed(consumer.getResult());
      } else {
        future.failed(failure);
      }
    } finally {
      release.run();
    }
  }

  private void fail(Throwable thrown) {
    Exception failure = thrown instanceof Exception ? (Exception) thrown : new Exception(thrown);
    try {
      consumer.failed(failure);
    } finally {
      try {
        future.failed(failure);
      } finally {
        release.run();
      }
    }
  }

  @Override
  public int read(ByteBuffer into) {
    if (!bytes.hasRemaining()) {
      exhausted = true;
      return -1;
    }
    int count = Math.min(into.remaining(), bytes.remaining());
    ByteBuffer piece = bytes.slice();
    piece.limit(count);
    into.put(piece);
    bytes.position(bytes.position() + count);
    exhausted = !bytes.hasRemaining();
    return count;
  }

  @Override
  public boolean isCompleted() {
    return exhausted;
  }

  @Override
  public synchronized void suspendInput() {
    suspended = true;
  }

  @Override
  public void requestInput() {
    synchronized (this) {
      suspended = false;
    }
    run();
  }

  @Override
  public void requestOutput() {}

  @Override
  public void suspendOutput() {}

  @Override
  public void shutdown() {
    exhausted = true;
  }
}

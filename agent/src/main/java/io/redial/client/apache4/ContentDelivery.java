package io.redial.client.apache4;

import io.redial.call.Timer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;

/**
 * Offers content to the application's consumer, on one thread at a time. The client offers again
 * what it has itself; what a plan has let through waits here, and must not wait for the connection,
 * which may bring nothing more for long. So it is offered until the consumer has read it or
 * suspends its input, and then again when the consumer requests input.
 */
final class ContentDelivery<T> {
  /** After how long a consumer is asked again that has neither read nor suspended its input. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** What waits. Guarded by this. */
  final SeenContent seen = new SeenContent();

  private final HttpAsyncResponseConsumer<T> consumer;
  private final Timer timer;
  private final CurrentConnection connection;
  private final Runnable delivered;
  private final Consumer<Throwable> failed;

  /** Whether the application's own code failed, so that the connection is not to blame. */
  volatile boolean threw;

  /**
   * What the consumer has thrown, or null: all else that is thrown here is a fault of Redial's. It
   * may be what the client threw while the consumer read.
   */
  volatile Throwable thrown;

  /** Whether nothing more is delivered. */
  volatile boolean stopped;

  private volatile boolean waits;

  /**
   * A delivery.
   *
   * @param abort what ends the body while there is no connection
   * @param delivered is run when the consumer has read later what it did not read at once
   * @param failed is told what the consumer threw meanwhile, and of faults of Redial's
   */
  ContentDelivery(
      HttpAsyncResponseConsumer<T> consumer,
      Timer timer,
      Runnable abort,
      Runnable delivered,
      Consumer<Throwable> failed) {
    this.consumer = consumer;
    this.timer = timer;
    this.connection = new CurrentConnection(abort, this::wanted, failed);
    this.delivered = delivered;
    this.failed = failed;
  }

  /** What the consumer gets to control its input. */
  CurrentConnection connection() {
    return connection;
  }

  /** Offers what a connection brings, and then what the consumer has not read of it. */
  synchronized void offer(ContentDecoder content) throws IOException {
    boolean reads;
    do {
      long before = seen.count();
      boolean ends = seen.isEmpty() && seen.endsUnseen();
      try {
        consumer.consumeContent(content, connection);
      } catch (Throwable ofTheConsumer) {
        thrown = ofTheConsumer;
        throw ofTheConsumer;
      }
      reads = seen.count() > before;
      if (ends) {
        seen.tell();
      }
    } while (reads && isLeft() && !connection.isSuspended());
    seen.keep();
    if (isLeft()) {
      await();
    }
  }

  /**
   * Offers what is left and the end of the body, if that is its orderly end.
   *
   * @return false if some of it waits for the application
   */
  synchronized boolean isDelivered() throws IOException {
    if (!isLeft()) {
      return true;
    }
    if (!connection.isSuspended()) {
      offer(seen);
    } else {
      await();
    }
    return !isLeft();
  }

  /** Whether the consumer has left some of it. */
  synchronized boolean isUnread() {
    return !seen.isEmpty();
  }

  private boolean isLeft() {
    return (!seen.isEmpty() || seen.endsUnseen()) && !stopped && !consumer.isDone();
  }

  /** Delivers again when the application wants input, which it may have said just now. */
  @SuppressWarnings("FutureReturnValueIgnored") // The application may want input at any time.
  private void await() {
    if (waits) {
      return;
    }
    waits = true;
    if (!connection.isSuspended()) {
      timer.limit(PATIENCE_NANOS, this::wanted);
    }
  }

  /** The application wants input; it may hold locks of its own that its consumer needs. */
  private void wanted() {
    if (waits) {
      timer.start(this::resume);
    }
  }

  private void resume() {
    try {
      if (isDeliveredNow()) {
        delivered.run();
      }
    } catch (Throwable any) {
      failed.accept(any);
    }
  }

  private synchronized boolean isDeliveredNow() throws IOException {
    if (!waits || stopped || connection.isSuspended()) {
      return false;
    }
    waits = false;
    return isDelivered();
  }
}

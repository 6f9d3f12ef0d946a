package io.redial.client.apache4;

import io.redial.call.Timer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;

/**
 * Offers content to the application's consumer, on one thread at a time. The client offers again
 * what it still holds itself. What a plan has let through is kept here, and must not wait for the
 * connection, which may deliver nothing more for a long time. So it is offered until the consumer
 * has read it or suspends its input, and then again when the consumer requests input.
 */
final class ContentDelivery<T> {
  /**
   * The time after which a consumer that has neither read nor suspended its input is asked again.
   */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The content that waits for the consumer. Guarded by this. */
  final SeenContent seen = new SeenContent();

  private final HttpAsyncResponseConsumer<T> consumer;
  private final Timer timer;
  private final CurrentConnection connection;
  private final Runnable delivered;
  private final Consumer<Throwable> failed;

  /** Whether the application's own code failed, so that the connection is not to blame. */
  volatile boolean threw;

  /**
   * What the consumer has thrown, or null. Anything else that is thrown here is an internal fault.
   * It may be what the client threw while the consumer read.
   */
  volatile Throwable thrown;

  /** Whether nothing more is delivered. */
  volatile boolean stopped;

  private volatile boolean waits;

  /**
   * Creates a delivery.
   *
   * @param abort ends the body while there is no connection
   * @param delivered is run when the consumer has read content that it had left unread before
   * @param failed gets what the consumer threw meanwhile, and internal faults
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

  /** Returns the control that the consumer gets for its input. */
  CurrentConnection connection() {
    return connection;
  }

  /**
   * Offers content, and then what the consumer has left of it, until the consumer stops reading.
   */
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
   * Offers what is left, and the end of the body if it is orderly.
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

  /** Returns whether the consumer has left content unread. */
  synchronized boolean isUnread() {
    return !seen.isEmpty();
  }

  private boolean isLeft() {
    return (!seen.isEmpty() || seen.endsUnseen()) && !stopped && !consumer.isDone();
  }

  /** Delivers again when the application requests input, which it may have done just now. */
  @SuppressWarnings("FutureReturnValueIgnored") // The application may request input at any time.
  private void await() {
    if (waits) {
      return;
    }
    waits = true;
    if (!connection.isSuspended()) {
      timer.limit(PATIENCE_NANOS, this::wanted);
    }
  }

  /**
   * Called when the application requests input. Delivers on another thread, because the caller may
   * hold locks that the consumer needs.
   */
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

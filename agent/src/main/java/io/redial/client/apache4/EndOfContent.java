package io.redial.client.apache4;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * The end of a body that is not resumed any more. The application's consumer is notified of it once
 * it has read what comes before it.
 */
final class EndOfContent<T> {
  /** The call that the body belongs to. */
  interface Owner<T> {
    /**
     * Called when the consumer has been notified of the end, or is to be notified of a failure.
     *
     * @param tells whether the consumer is to be notified of a failure
     */
    void end(T result, Exception failure, boolean tells);

    /** Called with what the consumer threw, or with an internal fault. */
    void consumerFailed(Throwable thrown);
  }

  private final HttpAsyncResponseConsumer<T> consumer;
  private final HttpContext context;
  private final ContentDelivery<T> delivery;
  private final Owner<T> owner;

  // These are fields because they are used where no method may fail (rule 1.4).

  /** Whether the consumer has been notified of the end, or is about to be. */
  final AtomicBoolean told = new AtomicBoolean();

  /** Whether the body is not resumed any more. */
  volatile boolean begun;

  /** The failure that the body ends with; null for its orderly end. */
  volatile Exception failure;

  volatile boolean tells;

  EndOfContent(
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context,
      ContentDelivery<T> delivery,
      Owner<T> owner) {
    this.consumer = consumer;
    this.context = context;
    this.delivery = delivery;
    this.owner = owner;
  }

  /**
   * Begins the end: the body is not resumed any more.
   *
   * @param thrown the failure that it ends with; null for its orderly end
   * @param remainder the content that the consumer gets before the end
   * @param unread whether the consumer notices an orderly end by reading, and not from the length
   * @param tellsConsumer whether the consumer is to be notified of a failure
   */
  void begin(Exception thrown, ByteBuffer remainder, boolean unread, boolean tellsConsumer) {
    synchronized (delivery) {
      delivery.seen.add(remainder);
      if (thrown == null && unread) {
        delivery.seen.end();
      }
      failure = thrown;
      tells = tellsConsumer;
      begun = true;
    }
  }

  /**
   * Completes the consumer where the client expects that.
   *
   * @return false if the consumer is notified later, by {@link #deliver}
   */
  boolean completes() {
    boolean tellsNow = false;
    try {
      if (failure == null && delivery.isDelivered() && told.compareAndSet(false, true)) {
        tellsNow = true; // From here on, no method of Redial's is called.
        consumer.responseCompleted(HttpClientContext.adapt(context));
        return true;
      }
    } catch (IOException thrown) { // It cannot be passed to the client here.
      delivery.threw = true;
      failure = thrown;
      tells = true;
    } catch (Throwable thrown) {
      if (tellsNow) {
        delivery.thrown = thrown;
      }
      delivery.threw |= thrown == delivery.thrown;
      throw thrown;
    }
    return false;
  }

  /** Ends the body as soon as the consumer has read all of it. */
  void deliver() {
    Exception thrown;
    boolean tellsNow = false;
    try {
      if (!delivery.threw && !delivery.isDelivered()) {
        return;
      }
      // The client, too, cancels a call whose consumer is done before its body is.
      thrown = failure == null && delivery.isUnread() ? new CancelledException() : failure;
      if (!told.compareAndSet(false, true)) {
        return;
      }
      failure = thrown;
      tellsNow = true; // From here on, no method of Redial's is called.
      if (thrown == null) {
        consumer.responseCompleted(HttpClientContext.adapt(context));
      }
    } catch (Throwable any) {
      if (tellsNow) {
        delivery.thrown = any;
      }
      owner.consumerFailed(any);
      return;
    }
    if (thrown == null) {
      owner.end(consumer.getResult(), consumer.getException(), false);
    } else {
      owner.end(null, thrown, tells);
    }
  }
}

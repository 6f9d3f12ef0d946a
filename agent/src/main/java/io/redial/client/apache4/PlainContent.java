package io.redial.client.apache4;

import io.redial.call.BodyEnded;
import io.redial.call.Timer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.http.ConnectionClosedException;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * Delivers a body after an internal fault (rule 1.4). As long as the body comes from the
 * application's own response, its consumer gets what the client delivers, as without Redial.
 * Otherwise it gets what is left, and the end.
 *
 * <p>None of this is used before a fault, and it uses little other code of Redial's: what has
 * failed once may fail again.
 */
final class PlainContent<T> implements ContentAfterFault {
  /** The time after which a consumer that has not read is asked again. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final AsyncAttempt<T> first;
  private final HttpAsyncResponseConsumer<T> consumer;

  /** Null if the body could not have been resumed anyway. */
  private final ApplicationContent<T> content;

  /** Held while the consumer is asked to read. */
  private final Object lock;

  // Guarded by the lock.
  private final PlainReading<T> reading;
  private boolean over;
  private boolean isPatient = true;

  /** Whether the end waits for the consumer to read what comes before it. */
  private volatile boolean ends;

  /** The failure that the client reported before the end began to wait, or null. */
  private volatile Exception cut;

  /** What the consumer threw where it could not be passed to the client, or null. */
  private Exception thrown;

  /**
   * Creates the delivery of the body of an attempt.
   *
   * @param content null if the body could not have been resumed anyway
   */
  PlainContent(
      AsyncAttempt<T> first, HttpAsyncResponseConsumer<T> consumer, ApplicationContent<T> content) {
    this.first = first;
    this.consumer = consumer;
    this.content = content;
    this.lock = content == null ? this : content.delivery;
    this.reading = new PlainReading<>(first, consumer, content);
  }

  @Override
  public void consume(ContentDecoder from, IOControl connection) throws IOException {
    synchronized (lock) {
      reading.read(from, connection);
    }
  }

  @Override
  public void completed(HttpContext context) {
    synchronized (lock) {
      first.open = false;
      if (content != null && content.end.told.get()) {
        return;
      }
      try {
        first.open = !reading.isRead(true);
      } catch (IOException ofTheConsumer) { // It cannot be passed to the client here.
        thrown = ofTheConsumer;
        first.open = true;
      }
      if (!first.open) {
        over = true;
        consumer.responseCompleted(context);
      }
    }
  }

  /**
   * Continues while the application's own connection delivers the body; otherwise ends it.
   *
   * @param cut the failure that the client reports, or null
   */
  void carryOnOrEnd(Exception cut) {
    if (cut == null && !content.isResumed() && !content.end.begun && !first.ended.get()) {
      first.plain = this;
      deliverLater();
    } else {
      end(cut);
    }
  }

  @Override
  public void deliverLater() {
    try {
      Timer timer = first.call().timer();
      Runnable delivery =
          () -> {
            try {
              timer.start(this::deliver);
            } catch (Throwable noThread) {
              deliver();
            }
          };
      if (timer.limit(PATIENCE_NANOS, delivery) != null) {
        return;
      }
    } catch (Throwable noTimer) {
      // The consumer is asked without a delay.
    }
    isPatient = false;
    deliver();
  }

  private void deliver() {
    if (ends || first.open) {
      end(cut);
    }
    if (first.ended.get()) {
      return;
    }
    try {
      synchronized (lock) {
        reading.goOn();
      }
    } catch (Throwable any) {
      if (content != null) {
        content.delivery.thrown = any;
        content.consumerFailed(any);
      }
    }
  }

  /**
   * Ends a body whose connection is gone or of no use: the consumer gets what is left, and the end.
   *
   * @param reported the failure that the client reports, or null
   */
  void end(Exception reported) {
    Exception failure = thrown != null ? thrown : failure(reported);
    synchronized (lock) {
      if (over || first.exchange.future.isDone()) {
        return;
      }
      over = true;
      if (!wasTold() && thrown == null && !(failure instanceof CancelledException)) {
        try {
          if (!reading.isRead(failure == null)) {
            if (isPatient) {
              over = false;
              ends = true;
              cut = reported;
            } else if (failure == null) {
              failure = new ConnectionClosedException("Connection closed");
            }
          }
          if (over && failure == null) {
            consumer.responseCompleted(HttpClientContext.adapt(first.exchange.context));
          }
        } catch (Throwable any) {
          failure = any instanceof Exception ? (Exception) any : new Exception(any);
        }
      }
    }
    if (over) {
      finish(failure);
    } else {
      deliverLater();
    }
  }

  private boolean wasTold() {
    return content != null && content.end.told.get();
  }

  private Exception failure(Exception reported) {
    if (content == null || reported instanceof CancelledException) {
      return reported;
    }
    if (content.end.begun || wasTold()) {
      return content.end.failure;
    }
    Exception latest = content.latestCut;
    if (latest == null && !(reported instanceof BodyEnded)) {
      latest = reported;
    }
    try {
      return (Exception) content.plan.endOf(latest);
    } catch (Throwable fault) {
      return latest;
    }
  }

  private void finish(Exception end) {
    Exception failure = end;
    T result = null;
    try {
      if (failure == null) {
        failure = consumer.getException();
        result = consumer.getResult();
      }
    } catch (RuntimeException ofTheConsumer) {
      failure = ofTheConsumer;
    }
    if (content == null) {
      first.endAfterFault(result, failure);
      return;
    }
    if (content.end.begun) {
      first.told = content.end.tells;
    } else if (content.isResumed()) {
      first.told = true;
    }
    content.ended.set(true);
    content.delivery.stopped = true;
    try {
      first.endAfterFault(result, failure);
    } finally {
      try {
        content.dropRest();
      } catch (Throwable fault) {
        // The request for the rest is of no use, and ends by itself.
      }
    }
  }
}

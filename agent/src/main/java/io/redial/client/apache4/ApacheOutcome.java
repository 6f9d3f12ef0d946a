package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.CallbackExecution;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * Ends an asynchronous call. The application's producer, consumer and future are notified of the
 * outcome once, and the producer and the consumer are closed once, whatever fails on the way.
 */
abstract class ApacheOutcome<T> extends AttemptOwner<T> implements CallbackExecution<Object> {
  final Call call;
  final HttpAsyncRequestProducer producer;
  final HttpAsyncResponseConsumer<T> consumer;

  /** The attempt under way, or the last one. */
  volatile AsyncAttempt<T> latest;

  private final AtomicBoolean released = new AtomicBoolean();
  private volatile boolean failureTold;
  private KeptDelivery<T> delivery;

  ApacheOutcome(
      Call call,
      HttpAsyncRequestProducer producer,
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context,
      FutureCallback<T> callback) {
    super(context, callback);
    this.call = call;
    this.producer = producer;
    this.consumer = consumer;
  }

  @Override
  final void fault(String where, Throwable thrown) {
    try {
      call.fault(where, thrown);
    } catch (Throwable another) {
      // The call continues without the log line.
    }
  }

  @Override
  @SuppressWarnings("unchecked") // Either the consumer's result or a response that was given up on.
  public void deliver(Object result) {
    if (latest.isForeign()) {
      // After an internal fault: the given-up response was not kept completely.
      fail(new ConnectionClosedException("Connection closed"));
      return;
    }
    outcome = true;
    try {
      future.completed((T) result);
    } finally {
      releaseAfter(latest);
    }
  }

  @Override
  public void fail(Throwable thrown) {
    outcome = true;
    AsyncAttempt<T> last = latest;
    try {
      if (thrown instanceof CancelledException) {
        if (last.isLeftOpen()) {
          cancelConsumer();
        }
        future.cancelNow();
        return;
      }
      Exception failure = asException(thrown);
      try {
        tell(last, failure);
      } finally {
        future.failed(failure);
      }
    } finally {
      releaseAfter(last);
    }
  }

  private static Exception asException(Throwable thrown) {
    return thrown instanceof Exception ? (Exception) thrown : new Exception(thrown);
  }

  /**
   * Notifies the producer and the consumer of the failure, once, if the client has notified those
   * of the last attempt.
   */
  private void tell(AsyncAttempt<T> last, Exception failure) {
    if (failureTold || last == null || !last.wasTold()) {
      return;
    }
    failureTold = true;
    try {
      producer.failed(failure);
      consumer.failed(failure);
    } catch (Throwable thrown) {
      future.applications = thrown;
      throw thrown;
    }
  }

  @Override
  public Throwable applications() {
    return future.applications;
  }

  @Override
  @SuppressWarnings("unchecked") // Either the consumer's result or a response that was given up on.
  public void endAfterFault(Attempt attempt, Object response, Throwable failure) {
    outcome = true;
    boolean delivered = false;
    try {
      delivered =
          failure == null
              && attempt.givenUp
              && response != null
              && !future.isDone()
              && deliverKept(attempt, response);
    } catch (Throwable fault) {
      fault("Apache HttpAsyncClient 4 response", fault);
    }
    if (delivered) {
      return;
    }
    Throwable original =
        failure == null && attempt.givenUp
            ? new ConnectionClosedException("Connection closed")
            : failure;
    try {
      AsyncAttempt<T> last = latest;
      if (original != null
          && !(original instanceof CancelledException)
          && !failureTold
          && last != null
          && last.told) {
        failureTold = true;
        Exception told =
            original instanceof Exception ? (Exception) original : new Exception(original);
        producer.failed(told);
        consumer.failed(told);
      }
    } finally {
      try {
        if (!future.isDone()) {
          future.end((T) response, original);
        }
      } finally {
        releaseAfterFault();
      }
    }
  }

  /**
   * Closes the producer and the consumer if the client will not, or has done so before the outcome
   * was known.
   */
  private void releaseAfter(AsyncAttempt<T> last) {
    if (last.isLeftOpen() || last.closed) {
      release();
    }
  }

  @Override
  public boolean deliverKept(Attempt attempt, Object givenUp) {
    KeptContent kept = ours(attempt).kept;
    if (!kept.complete) {
      return false;
    }
    KeptDelivery<T> handing = delivery;
    if (handing != null && handing.begun) {
      return true;
    }
    handing = new KeptDelivery<>(consumer, future, context, kept.bytes(), this::release);
    delivery = handing;
    try {
      handing.start((HttpResponse) givenUp);
    } catch (Throwable thrown) { // Thrown by the application's callback, which was notified.
      if (!handing.begun) {
        throw thrown;
      }
      fault("callback", thrown);
      if (!future.isDone()) {
        future.end(null, new ConnectionClosedException("Connection closed"));
        releaseAfterFault();
      }
    }
    return true;
  }

  @Override
  final boolean isOverWith(AsyncAttempt<T> attempt) {
    return attempt == latest && future.isDone();
  }

  @Override
  final void release() {
    if (released.compareAndSet(false, true)) {
      try {
        producer.close();
      } catch (IOException | RuntimeException thrown) {
        // Ignored, as in the client, which only writes it to its debug log.
      }
      try {
        consumer.close();
      } catch (IOException | RuntimeException thrown) {
        // Likewise.
      }
    }
  }

  @Override
  final void releaseAfterFault() {
    try {
      release();
    } catch (Throwable fault) {
      if (released.compareAndSet(false, true)) {
        try {
          producer.close();
        } catch (IOException | RuntimeException thrown) {
          // Ignored, as above.
        }
        try {
          consumer.close();
        } catch (IOException | RuntimeException thrown) {
          // Likewise.
        }
      }
    }
  }

  final void cancelConsumer() {
    consumerCancelled = true;
    if (!takeCancellation()) {
      return;
    }
    try {
      consumer.cancel();
    } catch (Throwable thrown) {
      future.applications = thrown;
      throw thrown;
    }
  }

  @SuppressWarnings("unchecked")
  final AsyncAttempt<T> ours(Attempt attempt) {
    return (AsyncAttempt<T>) attempt;
  }
}

package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.kernel.ApplicationCode;
import io.redial.kernel.AsyncUpload;
import io.redial.kernel.Exceptions;
import io.redial.kernel.FaultBoundary;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/**
 * The end of an asynchronous call. The application's producer, consumer and future get the outcome
 * once and are released once, whatever fails on the way. As a callback, it takes what the
 * application's consumer makes of a response that was kept. What is called through it is the
 * application's own code.
 */
final class CallOutcome<T> extends ApplicationCode implements FutureCallback<T> {
  /** By it, whoever releases the application's consumer is the only one. */
  @SuppressWarnings("rawtypes") // The class is.
  static final AtomicIntegerFieldUpdater<CallOutcome> CONSUMER_RELEASED =
      AtomicIntegerFieldUpdater.newUpdater(CallOutcome.class, "consumerReleased");

  final AsyncResponseConsumer<T> consumer;

  /** Set before the first attempt. */
  AsyncUpload<DataStreamChannel, DataStreamChannel> body;

  /** 1 if the consumer was released, or is to be released by its body; otherwise 0. */
  volatile int consumerReleased;

  ComplexFuture<T> future;

  /** The attempt under way, or the last one. */
  volatile Attempt current;

  /** The attempt whose failure the client would have reported to the application's consumer. */
  volatile Attempt notifiedFailure;

  /**
   * Whether the application's code got a response's head, or the application cancelled the call. No
   * attempt follows.
   */
  volatile boolean committed;

  CallOutcome(AsyncResponseConsumer<T> consumer) {
    this.consumer = consumer;
  }

  /** Returns the future that the application gets, which may cancel the call. */
  ComplexFuture<T> open(FutureCallback<T> callback, Cancellable call) {
    future = new ComplexFuture<>(callback);
    future.setDependency(call);
    return future;
  }

  /** Called when the application has cancelled the call and nothing is under way. */
  void abandon() {
    if (!committed) {
      body.close();
      cancelConsumer();
    }
  }

  /** Notes that the application's code gets a response's head, so that no attempt follows. */
  void commit() {
    if (committed) {
      consumerReleased = 0; // The client released it when the first body broke off.
    }
    leaveToApplication();
  }

  /** Does the same for a response whose body releases the consumer at its end. */
  void commitToBody() {
    leaveToApplication();
    consumerReleased = 1;
  }

  /**
   * Leaves the rest to the application's consumer, because the application cancelled the call or
   * has the response's head.
   */
  AsyncResponseConsumer<T> leaveToApplication() {
    committed = true;
    body.commit();
    return consumer;
  }

  /** Releases the application's consumer, unless that was done before. */
  private void releaseConsumer() {
    if (CONSUMER_RELEASED.compareAndSet(this, 0, 1)) {
      consumer.releaseResources();
    }
  }

  @SuppressWarnings("unchecked") // What the application's consumer made.
  void deliver(Object result) {
    if (result instanceof DrainedResponse) {
      fail(new ConnectionClosedException("the response was given up on and is not complete"));
    } else {
      completed((T) result);
    }
  }

  @Override
  public void completed(T result) {
    give(future, result, ComplexFuture::completed);
  }

  @Override
  public void failed(Exception thrown) {
    failFuture(thrown);
  }

  @Override
  public void cancelled() {
    failFuture(new CancelledException());
  }

  /** Fails the future, or cancels it if the client has cancelled the attempt. */
  void failFuture(Throwable thrown) {
    if (thrown instanceof CancelledException) {
      signal(future, ComplexFuture::cancel);
    } else {
      give(future, asException(thrown), ComplexFuture::failed);
    }
  }

  void fail(Throwable thrown) {
    try {
      reportFailure(asException(thrown));
    } finally {
      try {
        failFuture(thrown);
      } finally {
        body.close();
        if (!committed) {
          releaseConsumer();
        }
      }
    }
  }

  /**
   * Reports a failure to the application's consumer and producer, if the client would have reported
   * it.
   */
  private void reportFailure(Exception thrown) {
    if (!committed && notifiedFailure != null && notifiedFailure == current) {
      notifiedFailure = null;
      consumer.failed(thrown);
    }
    body.fail();
  }

  /** Does the same without the method above, which may be what failed. */
  private void reportFailureAfterFault(Exception thrown) {
    FaultBoundary.attempt(
        () -> {
          if (!committed && notifiedFailure != null && notifiedFailure == current) {
            notifiedFailure = null;
            consumer.failed(thrown);
          }
          body.fail();
        });
  }

  @SuppressWarnings("unchecked") // What the application's consumer made.
  void endAfterFault(Attempt attempt, Object response, Throwable failure) {
    try {
      if (failure instanceof CancelledException) {
        signal(future, ComplexFuture::cancel);
      } else if (failure != null) {
        Exception original = Exceptions.asException(failure, ExecutionException::new);
        reportFailureAfterFault(original);
        give(future, original, ComplexFuture::failed);
      } else if (attempt.givenUp()) {
        endKept(response);
      } else {
        give(future, (T) response, ComplexFuture::completed);
      }
    } finally {
      FaultBoundary.attempt(body::close);
      if (!committed && CONSUMER_RELEASED.compareAndSet(this, 0, 1)) {
        consumer.releaseResources();
      }
    }
  }

  private void endKept(Object response) {
    boolean delivered = false;
    try {
      delivered = !future.isDone() && response != null && deliverKept(response);
    } finally {
      if (!delivered) {
        future.failed(
            new ConnectionClosedException("the response was given up on and is not complete"));
      }
    }
  }

  private static Exception asException(Throwable thrown) {
    return Exceptions.asException(thrown, ExecutionException::new);
  }

  @SuppressWarnings("unchecked") // It is this exchange's.
  boolean deliverKept(Object givenUp) {
    DrainedResponse<T> kept = (DrainedResponse<T>) givenUp;
    if (!kept.body.isComplete()) {
      return false;
    }
    body.commit();
    boolean replays = false;
    try {
      consumer.consumeResponse(kept.response, kept.entity, kept.context, this);
      replays = kept.entity != null && CONSUMER_RELEASED.compareAndSet(this, 0, 1);
      if (replays) {
        failWith(kept.body.replayTo(consumer, ResponseBody.of(kept.call)));
      }
    } catch (Exception e) {
      future.failed(e);
    } finally {
      if (!replays) {
        releaseConsumer();
      }
    }
    return true;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It only fails another.
  private void failWith(CompletableFuture<T> replayed) {
    replayed.whenComplete(
        (none, thrown) -> {
          if (thrown != null) {
            future.failed(asException(thrown));
          }
        });
  }

  /** Reports the cancelled call to the application's consumer, as the client would have done. */
  private void cancelConsumer() {
    if (CONSUMER_RELEASED.compareAndSet(this, 0, 1)) {
      try {
        consumer.failed(new InterruptedIOException());
      } finally {
        consumer.releaseResources();
      }
    }
  }
}

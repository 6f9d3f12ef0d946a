package io.redial.client.apache4;

import io.redial.body.ResumableBody;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.kernel.ApplicationCode;
import io.redial.kernel.AsyncUpload;
import io.redial.kernel.Exceptions;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.PushedBody;
import io.redial.kernel.Resumer;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpResponse;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;

/**
 * The end of an asynchronous call. The application's producer, consumer and future are notified of
 * the outcome once, and the producer and the consumer are closed once, whatever fails on the way.
 *
 * <p>What attempts use on the client's own threads is in plain fields, because access to a field
 * cannot fail.
 */
final class CallOutcome<T> implements ConsumerBody.Owner<T> {
  final Call call;
  final HttpAsyncRequestProducer producer;
  final HttpAsyncResponseConsumer<T> consumer;

  /** The context that the client uses. */
  final HttpContext context;

  /** The future that the application holds. */
  final ResponseFuture<T> future;

  /** Calls what that and the consumer are told by. */
  final ApplicationCode applications;

  /**
   * Whether the application's producer was notified that the request is complete; it is notified
   * once.
   */
  final AtomicBoolean requestCompleted = new AtomicBoolean();

  /** Whether the application has the outcome or is about to get it: no attempt follows. */
  volatile boolean isKnown;

  /**
   * Whether Redial has cancelled the application's consumer, unless the client had done so before.
   */
  volatile boolean consumerCancelled;

  private boolean cancellationTaken;

  /** The attempt under way, or the last one. */
  volatile AsyncAttempt<T> latest;

  final RequestView view;
  final Redirects redirects;
  final AsyncUpload<ContentEncoder, IOControl> upload;

  private final AtomicBoolean released = new AtomicBoolean();
  private volatile boolean failureReported;
  private boolean isReplayed;

  CallOutcome(
      Call call,
      RequestView view,
      AsyncUpload<ContentEncoder, IOControl> upload,
      HttpAsyncRequestProducer producer,
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context,
      ResponseFuture<T> future) {
    this.context = context;
    this.future = future;
    this.applications = future.applications;
    this.call = call;
    this.view = view;
    this.upload = upload;
    this.redirects = new Redirects(context);
    this.producer = producer;
    this.consumer = consumer;
  }

  @SuppressWarnings("unchecked") // Either the consumer's result or a response that was given up on.
  void deliver(Object result) {
    if (latest.isForeign()) {
      // After an internal fault: the given-up response was not kept completely.
      fail(new ConnectionClosedException("Connection closed"));
      return;
    }
    isKnown = true;
    try {
      applications.give(future, (T) result, ResponseFuture::completed);
    } finally {
      releaseAfter(latest);
    }
  }

  void fail(Throwable thrown) {
    isKnown = true;
    AsyncAttempt<T> last = latest;
    try {
      if (thrown instanceof CancelledException) {
        if (last.isLeftOpen()) {
          cancelConsumer();
        }
        future.cancelNow();
        return;
      }
      Exception failure = Exceptions.asException(thrown, Exception::new);
      try {
        report(last, failure);
      } finally {
        applications.give(future, failure, ResponseFuture::failed);
      }
    } finally {
      releaseAfter(last);
    }
  }

  @SuppressWarnings("unchecked") // Either the consumer's result or a response that was given up on.
  void endAfterFault(Attempt attempt, Object response, Throwable failure) {
    isKnown = true;
    boolean delivered =
        failure == null
            && attempt.givenUp()
            && response != null
            && !future.isDone()
            && FaultBoundary.ask(
                call, "Apache HttpAsyncClient 4 response", () -> deliverKept(attempt), false);
    if (delivered) {
      return;
    }
    Throwable original =
        failure == null && attempt.givenUp()
            ? new ConnectionClosedException("Connection closed")
            : failure;
    try {
      AsyncAttempt<T> last = latest;
      if (original != null
          && !(original instanceof CancelledException)
          && !failureReported
          && !consumerCancelled
          && last != null
          && last.notified) {
        failureReported = true;
        Exception reported = Exceptions.asException(original, Exception::new);
        producer.failed(reported);
        consumer.failed(reported);
      }
    } finally {
      try {
        if (!future.isDone()) {
          endFuture((T) response, original);
        }
      } finally {
        releaseAfterFault();
      }
    }
  }

  private void endFuture(T result, Throwable failure) {
    if (failure instanceof CancelledException) {
      future.cancelAfterFault();
    } else if (failure != null) {
      Exception reported = Exceptions.asException(failure, Exception::new);
      applications.give(future, reported, ResponseFuture::failed);
    } else {
      applications.give(future, result, ResponseFuture::completed);
    }
  }

  boolean deliverKept(Attempt attempt) {
    AsyncAttempt<T> kept = ours(attempt);
    if (!kept.drainedBody.isComplete()) {
      return false;
    }
    if (!isReplayed) {
      ConsumerBody<T> replay = new ConsumerBody<>(call, consumer, context, this);
      isReplayed = true;
      replay(kept, replay);
    }
    return true;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The replay is told of the end.
  private void replay(AsyncAttempt<T> kept, ConsumerBody<T> replay) {
    boolean isEmpty = kept.drained.getEntity() == null;
    Throwable ofApplication =
        FaultBoundary.thrownBy(
            () -> {
              consumer.responseReceived(kept.drained);
              if (isEmpty) {
                consumer.responseCompleted(HttpClientContext.adapt(context));
              }
            });
    if (isEmpty || ofApplication != null) {
      replay.ended(ofApplication);
    } else {
      kept.drainedBody.replayTo(consumer, replay.body);
    }
  }

  /** Hands out what the consumer makes of a response that was given up on. */
  @Override
  public void ended(T result, Throwable cause, Exception failure) {
    // The client, too, cancels the call of a consumer that is done before the end.
    boolean isCancelled = cause instanceof CancelledException;
    try {
      if (cause != null && !isCancelled) {
        consumer.failed(failure);
      }
    } finally {
      try {
        // Not by endFuture, by which the call ends if this has failed.
        if (isCancelled) {
          future.cancelNow();
        } else if (failure == null) {
          applications.give(future, result, ResponseFuture::completed);
        } else {
          applications.give(future, failure, ResponseFuture::failed);
        }
      } finally {
        release();
      }
    }
  }

  @Override
  public void endedAfterFault(T result, Exception failure) {
    try {
      if (!future.isDone()) {
        endFuture(result, failure);
      }
    } finally {
      releaseAfterFault();
    }
  }

  // What the attempt and its producer and consumer use.

  /** Commits the call, because the consumer gets the response's head: no attempt follows. */
  void commit() {
    upload.commit();
  }

  /** Returns whether the body of a response may be resumed after a cut. */
  boolean mayResume(HttpResponse response) {
    return call.client() != null
        && response.getEntity() != null
        && !call.policy().resume().isEmpty()
        && !view.hasBody();
  }

  /** Returns what resumes the body of a response; null if nothing does. */
  Resumer resumer(HttpResponse response, PushedBody<?, ?, ?> resumed) {
    if (!mayResume(response)) {
      return null;
    }
    StreamPlan plan =
        StreamPlans.of(
            call.policy().resume(),
            view,
            response.getStatusLine().getStatusCode(),
            new Apache4Headers(response),
            response.getEntity().getContentLength(),
            Clock.SYSTEM);
    if (plan == null) {
      return null;
    }
    plan.comesFrom(redirects.uri(view));
    view.repeatableIf(null); // The request has no body, so its committed copy does not matter.
    Apache4Resumption rest = new Apache4Resumption(this, view, resumed);
    return new ResumableBody(call, plan, rest, resumed);
  }

  /** Returns whether the client followed a redirect on the way. */
  boolean wasRedirected() {
    try {
      return redirects.followed();
    } catch (RuntimeException changing) { // The context is shared with calls on other threads.
      FaultBoundary.report(call, "redirects", changing);
      return true;
    }
  }

  /**
   * Returns whether the application has its outcome and the given attempt was the last. Cancelling
   * a call can end it while the decision on the response's head is being made.
   */
  boolean isOverWith(AsyncAttempt<T> attempt) {
    return attempt == latest && future.isDone();
  }

  /**
   * Returns true for the first caller only: the consumer is notified once that the call is
   * cancelled, by the client or by Redial, even if an attempt ends while the application cancels
   * the call.
   */
  synchronized boolean takeCancellation() {
    boolean first = !cancellationTaken;
    cancellationTaken = true;
    return first;
  }

  void cancelConsumer() {
    consumerCancelled = true;
    if (!takeCancellation()) {
      return;
    }
    applications.signal(consumer, HttpAsyncResponseConsumer::cancel);
  }

  /**
   * Closes the application's producer and consumer, once. What they throw is ignored, as in the
   * client.
   */
  void release() {
    if (released.compareAndSet(false, true)) {
      FaultBoundary.attempt(producer::close);
      FaultBoundary.attempt(consumer::close);
    }
  }

  /** Does the same after {@link #release} may have failed. */
  void releaseAfterFault() {
    if (released.compareAndSet(false, true)) {
      FaultBoundary.attempt(producer::close);
      FaultBoundary.attempt(consumer::close);
    }
  }

  @SuppressWarnings("unchecked")
  static <T> AsyncAttempt<T> ours(Attempt attempt) {
    return (AsyncAttempt<T>) attempt;
  }

  /**
   * Notifies the producer and the consumer of the failure, once, if the client has notified those
   * of the last attempt. A call that the application has cancelled can still end with the failure
   * after which its body was being resumed.
   */
  private void report(AsyncAttempt<T> last, Exception failure) {
    if (failureReported
        || consumerCancelled
        || last == null
        || !(last.notified || last.timeout.isExpired())) {
      return;
    }
    failureReported = true;
    applications.give(producer, failure, HttpAsyncRequestProducer::failed);
    applications.give(consumer, failure, HttpAsyncResponseConsumer::failed);
  }

  /** Releases what the call may no longer need, because it is over. */
  void finish() {
    future.forget();
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
}

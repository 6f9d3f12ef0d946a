package io.redial.client.apache4;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/**
 * The call of an asynchronous attempt, as the attempt and its producer and consumer see it. What
 * they look at on the client's own threads is in plain fields, where nothing of Redial's can fail.
 */
abstract class AttemptOwner<T> implements ResponseFuture.Owner {
  /** What the client uses. */
  final HttpContext context;

  /** What the application holds. */
  final ResponseFuture<T> future;

  /** Whether the application was told that the request was sent; it is told once. */
  final AtomicBoolean requestCompleted = new AtomicBoolean();

  /** Whether the application has the outcome or is about to get it: no attempt follows. */
  volatile boolean outcome;

  AttemptOwner(HttpContext given, FutureCallback<T> callback) {
    this.context = given != null ? given : new BasicHttpContext();
    this.future = new ResponseFuture<>(callback, this);
  }

  /** Whether Redial has cancelled the application's consumer, if the client had not yet. */
  volatile boolean consumerCancelled;

  private boolean cancellationTaken;

  /**
   * True for the first: the consumer is told once that the call is cancelled, by the client or by
   * Redial, even if an attempt ends while the application cancels it.
   */
  final synchronized boolean takeCancellation() {
    boolean first = !cancellationTaken;
    cancellationTaken = true;
    return first;
  }

  /** Whether the client followed a redirect on the way. */
  abstract boolean wasRedirected();

  /**
   * Whether the application has its outcome, and that attempt was the last: cancelling a call can
   * end it while the decision on the response's head is being made.
   */
  abstract boolean isOverWith(AsyncAttempt<T> attempt);

  /** The consumer gets the response's head: no attempt follows. */
  abstract void commit(AsyncAttempt<T> attempt, HttpResponse response);

  /** Closes the application's producer and consumer, once. */
  abstract void release();

  /** The same after that may have failed. */
  abstract void releaseAfterFault();

  /** Logs a fault of Redial's own, if it can (rule 1.4). */
  abstract void fault(String where, Throwable thrown);
}

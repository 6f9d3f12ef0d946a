package io.redial.client.apache4;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/**
 * The call of an asynchronous attempt, as the attempt and its producer and consumer see it. What
 * they use on the client's own threads is in plain fields, because access to a field cannot fail.
 */
abstract class AttemptOwner<T> implements ResponseFuture.Owner {
  /** The context that the client uses. */
  final HttpContext context;

  /** The future that the application holds. */
  final ResponseFuture<T> future;

  /**
   * Whether the application's producer was notified that the request is complete; it is notified
   * once.
   */
  final AtomicBoolean requestCompleted = new AtomicBoolean();

  /** Whether the application has the outcome or is about to get it: no attempt follows. */
  volatile boolean outcome;

  AttemptOwner(HttpContext given, FutureCallback<T> callback) {
    this.context = given != null ? given : new BasicHttpContext();
    this.future = new ResponseFuture<>(callback, this);
  }

  /**
   * Whether Redial has cancelled the application's consumer, unless the client had done so before.
   */
  volatile boolean consumerCancelled;

  private boolean cancellationTaken;

  /**
   * Returns true for the first caller only: the consumer is notified once that the call is
   * cancelled, by the client or by Redial, even if an attempt ends while the application cancels
   * the call.
   */
  final synchronized boolean takeCancellation() {
    boolean first = !cancellationTaken;
    cancellationTaken = true;
    return first;
  }

  /** Returns whether the client followed a redirect on the way. */
  abstract boolean wasRedirected();

  /** Returns where the response comes from, after all redirects. */
  abstract String uri();

  /**
   * Returns whether the application has its outcome and the given attempt was the last. Cancelling
   * a call can end it while the decision on the response's head is being made.
   */
  abstract boolean isOverWith(AsyncAttempt<T> attempt);

  /** Commits the call, because the consumer gets the response's head: no attempt follows. */
  abstract void commit(AsyncAttempt<T> attempt, HttpResponse response);

  /** Closes the application's producer and consumer, once. */
  abstract void release();

  /** Does the same after {@link #release} may have failed. */
  abstract void releaseAfterFault();

  /** Logs an internal fault, if it can (rule 1.4). */
  abstract void fault(String where, Throwable thrown);
}
